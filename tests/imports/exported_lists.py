"""Lists as web sites, forms, shops and messengers write them, with invented names, and who is expected to come in."""

EXPORTS = {
    "HelloAsso": (
        "Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;"
        "Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;"
        "Tarif;Montant tarif;Code Promo;Montant code promo;Adresse Mail de Contact;Droit à L'image\n"
        "17201;04/03/2026 14:25;Validé;DURAND;Zoé;DURAND;Zoé;zd@example.org;;Carte bancaire;url;17201;"
        "Tournoi;85,00;;;zd@example.org;Oui\n"
        "17202;04/03/2026 15:25;Validé;MOREL;Luc;DURAND;Zoé;zd@example.org;;Carte bancaire;url;17202;Tournoi;"
        "85,00;;;zd@example.org;Oui",
        ("Zoé DURAND", "Luc MOREL"),
    ),
    "Eventbrite": (
        "Order #,Order Date,Attendee Status,First Name,Last Name,Email,Event Name,Ticket Quantity,"
        "Ticket Type,Total Paid\n"
        "9001,01/27/2026,Attending,Dana,Frost,d@example.org,Club Night,2,General,40.00\n"
        "9002,01/27/2026,Refunded,Eli,Gold,e@example.org,Club Night,1,General,0.00",
        ("Dana Frost",),
    ),
    "Microsoft Forms without accounts": (
        "ID,Start time,Completion time,Email,Name,Full name of the player,Club\n"
        "1,9/9/26 18:01,9/9/26 18:02,anonymous,,Ada Love,BC Nord\n"
        "2,9/9/26 18:03,9/9/26 18:04,anonymous,,Alan Tur,",
        ("Ada Love", "Alan Tur"),
    ),
    "patronymics": (
        "№;Фамилия Имя Отчество;Город\n1;Иванов Пётр Сергеевич;Казань\n2;Сидорова Анна Павловна;Уфа",
        ("Иванов Пётр Сергеевич", "Сидорова Анна Павловна"),
    ),
    "countries before the names": (
        "GER,Juergen Weiss,1650\nGRE,Zoe Gruen,1580\nITA,Ada Verdi,1500",
        ("Juergen Weiss", "Zoe Gruen", "Ada Verdi"),
    ),
    "Stripe": (
        "id,Email,Name,Description,Created (UTC),Total Spend\n"
        "cus_A1,q@example.org,Questa Qui,Entry fee,2025-05-05 19:00,8.00\n"
        "cus_D4,r@example.org,Rio Ras,,2025-06-06 20:00,0.00",
        ("Questa Qui", "Rio Ras"),
    ),
    "products made of words of headings": (
        "Order code,Attendee name,Product,Price\n"
        "A1,Ada Wolf,Entry fee,8.00\n"
        "A2,Ben Fuchs,Entry fee,8.00\n"
        "A3,Cleo Bar,Entry fee members,5.00",
        ("Ada Wolf", "Ben Fuchs", "Cleo Bar"),
    ),
    "orders in German": (
        "Bestellnummer;Vorname;Nachname;Status\n"
        "1;Ada;Wolf;Bezahlt\n"
        "2;Ben;Fuchs;Erstattet\n"
        "3;Cleo;Bär;Abgelaufen\n"
        "4;Dan;Hai;Ausstehend",
        ("Ada Wolf",),
    ),
    "clubs made of words of headings": (
        "Name,Club\nAda Wolf,Backgammon Club\nBen Fox,Club Team\nCleo Bar,Home Club",
        ("Ada Wolf", "Ben Fox", "Cleo Bar"),
    ),
    "genitives before a half": (
        "Name des Teilnehmers;Vorname des Teilnehmers;Verein\nWolf;Ada;BC\nFuchs;Ben;BC",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Google Forms in German": (
        "Zeitstempel,Vor- und Nachname,Verein,Bist du am Freitag dabei?,Isst du vegetarisch?\n"
        "2026/11/20 6:30:05 PM MEZ,Ada Wolf,BC Nord,Ja,Nein\n"
        '2026/11/20 6:31:05 PM MEZ,Ben Fuchs,,"Nein, leider nicht",Ja',
        ("Ada Wolf",),
    ),
    "Google Forms in English": (
        "Timestamp,Email Address,What is your full name?,Which club do you belong to?,Will you attend?\n"
        "11/20/2026 18:30:05,a@example.org,Ada Wolf,BC Nord,Yes\n"
        "11/20/2026 18:31:05,b@example.org,Ben Fuchs,BC,Maybe",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Google Forms in French": (
        "Horodateur,Nom et prénom,Adresse e-mail,Serez-vous présent ?\n"
        "20/11/2026 18:30:05,Ada Wolf,a@example.org,Oui\n"
        "20/11/2026 18:30:05,Ben Fuchs,b@example.org,Non",
        ("Ada Wolf",),
    ),
    "Luma": (
        "api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,"
        "qr_code_url,amount,ticket_name\n"
        "gst-1,Ada Wolf,Ada,Wolf,a@example.org,,2026-11-01T10:00:00Z,approved,,https://lu.ma/1,$0.00,"
        "Standard\n"
        "gst-2,Ben Fuchs,,,b@example.org,,2026-11-01T10:00:00Z,approved,,https://lu.ma/2,$0.00,Standard\n"
        "gst-3,Cleo Bar,Cleo,Bar,c@example.org,,2026-11-01T10:00:00Z,declined,,https://lu.ma/3,$0.00,"
        "Standard\n"
        "gst-4,Dan Hai,Dan,Hai,d@example.org,,2026-11-01T10:00:00Z,waitlist,,https://lu.ma/3,$0.00,Standard\n"
        "gst-5,Eva Lux,Eva,Lux,e@example.org,,2026-11-01T10:00:00Z,pending_approval,,https://lu.ma/3,$0.00,"
        "Standard",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Meetup": (
        "Name\tUser ID\tTitle\tEvent Host\tRSVP\tGuests\tRSVPed on\tJoined Group on\tURL of Member Profile\n"
        "Ada Wolf\tuser 123\t\tYes\tYes\t0\t2026-11-01\t2020-01-01\thttps://meetup.com/m/1\n"
        "Ben Fuchs\tuser 124\t\t\tYes\t1\t2026-11-01\t2020-01-01\thttps://meetup.com/m/2\n"
        "Cleo Bar\tuser 125\t\t\tNo\t0\t2026-11-01\t2020-01-01\thttps://meetup.com/m/3\n"
        "Dan Hai\tuser 126\t\t\tWaitlist\t0\t2026-11-01\t2020-01-01\thttps://meetup.com/m/3",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Tito": (
        "Number,Ticket Created Date,Ticket Last Updated Date,Ticket,Ticket Full Name,Ticket First Name,"
        "Ticket Last Name,Ticket Email,Ticket Company Name,Event,Void Status,Price,Order Name,Order Email\n"
        "1,2026-11-01,2026-11-01,Player,Ada Wolf,Ada,Wolf,a@example.org,,Night,,8.00,Zed Payer,z@example.org\n"
        "2,2026-11-01,2026-11-01,Player,Ben Fuchs,Ben,Fuchs,b@example.org,,Night,,8.00,Zed Payer,"
        "z@example.org\n"
        "3,2026-11-01,2026-11-01,Player,Cleo Bar,Cleo,Bar,b@example.org,,Night,Voided,8.00,Zed Payer,"
        "z@example.org",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Typeform": (
        '#,"Hi, what\'s your *first name*?",And your *last name*?,What club are you in?,Start Date (UTC),'
        "Submit Date (UTC),Network ID\n"
        "abc1,Ada,Wolf,BC,2026-11-20 18:30:05,2026-11-20 18:31:05,net1\n"
        "abc2,Ben,Fuchs,,2026-11-20 18:30:05,2026-11-20 18:31:05,net2",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Microsoft Forms with accounts": (
        "ID,Start time,Completion time,Email,Name,Vor- und Nachname des Spielers\n"
        "1,9/9/26 18:01,9/9/26 18:02,a@example.org,Papa Wolf,Ada Wolf\n"
        "2,9/9/26 18:01,9/9/26 18:02,b@example.org,Papa Fuchs,Ben Fuchs",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Google contacts": (
        "Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Name Prefix,Nickname,Birthday,"
        "Group Membership,E-mail 1 - Value,Phone 1 - Value,Organization 1 - Name\n"
        "Ada Wolf,Ada,,Wolf,,,,,,* myContacts,a@example.org,+49 170 1234567,\n"
        "Ben Fuchs,Ben,,Fuchs,,,,,,* myContacts,b@example.org,,",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Google contacts of today": (
        "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,"
        "Name Prefix,Name Suffix,Nickname,File As,Organization Name,Labels,E-mail 1 - Value\n"
        "Ada,,Wolf,,,,,,,,,* myContacts,a@example.org\n"
        "Ben,,Fuchs,,,,,,,,ACME,* myContacts,b@example.org",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Outlook contacts": (
        "First Name,Middle Name,Last Name,Title,Suffix,Nickname,E-mail Address,Company\n"
        "Ada,,Wolf,,,,a@example.org,\n"
        "Ben,,Fuchs,,,,b@example.org,",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "pretix": (
        "Order code,Email,Order date,Status,Product,Attendee name,Attendee name: Given name,"
        "Attendee name: Family name,Invoice address name\n"
        "A1,a@example.org,2026-11-01,paid,Entry,Ada Wolf,Ada,Wolf,Pay Er\n"
        "A2,b@example.org,2026-11-01,paid,Entry,Ben Fuchs,Ben,Fuchs,Pay Er\n"
        "A3,c@example.org,2026-11-01,canceled,Entry,Cleo Bar,Cleo,Bar,Pay Er\n"
        "A4,c@example.org,2026-11-01,expired,Entry,Dan Hai,Dan,Hai,Pay Er",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "pretix in German": (
        "Bestellnummer;E-Mail;Status;Produkt;Teilnehmername: Vorname;Teilnehmername: Nachname;Preis\n"
        "A1;a@example.org;bezahlt;Startgeld;Ada;Wolf;8,00\n"
        "A2;b@example.org;bezahlt;Startgeld Mitglied;Ben;Fuchs;8,00\n"
        "A3;b@example.org;storniert;Startgeld Mitglied;Cleo;Bar;8,00",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Nextcloud Forms": (
        "Benutzerkennung,Anzeigename des Benutzers,Zeitstempel,Dein Name,Kommst du?\n"
        "ada,ada w,2026-11-20T18:30:05+01:00,Ada Wolf,Ja\n"
        ",Anonymer Benutzer,2026-11-20T18:30:05+01:00,Ben Fuchs,Ja\n"
        ",Anonymer Benutzer,2026-11-20T18:30:05+01:00,Cleo Bar,Nein",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Rallly": (
        "Participant,Fri 20 Nov 2026 18:00,Sat 21 Nov 2026 18:00\n"
        "Ada Wolf,Yes,No\n"
        "Ben Fuchs,If need be,Yes\n"
        "Cleo Bar,No,No",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Nextcloud Polls": (
        "Teilnehmer;2026-11-20 18:00;2026-11-21 18:00\nAda Wolf;Ja;Nein\nBen Fuchs;Nein;Ja\nCleo Bar;Nein;Nein",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Doodle": (
        'Poll "Backgammon night";;\n'
        "https://doodle.com/poll/abc;;\n"
        ";;\n"
        ";November 2026;\n"
        ";Fri 20;Sat 21\n"
        ";18:00;18:00\n"
        "Ada Wolf;OK;\n"
        "Ben Fuchs;;(OK)\n"
        "Cleo Bar;;\n"
        "Count;1;1",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "DFBnet": (
        "Passnr.;Name;Vorname;Geb.-Datum;Mannschaft;Status\n"
        "0012;Wolf;Ada;01.02.1990;Herren;aktiv\n"
        "0013;Fuchs;Ben;01.02.1991;Herren;aktiv",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "click-tt": (
        "Rang;QTTR;Name, Vorname;Verein;Status\n1.1;1650;Wolf, Ada;TTC Nord;\n1.2;1640;Fuchs, Ben;TTC Nord;",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "PayPal": (
        '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto",'
        '"Absender E-Mail-Adresse","Artikelbezeichnung"\n'
        '"20.11.2026","18:30:05","CET","Ada Wolf","Zahlung","Abgeschlossen","EUR","8,00","-0,35","7,65",'
        '"a@example.org","Startgeld"\n'
        '"20.11.2026","18:30:05","CET","Ben Fuchs","Zahlung","Abgeschlossen","EUR","8,00","-0,35","7,65",'
        '"a@example.org","Startgeld"\n'
        '"20.11.2026","18:30:05","CET","Cleo Bar","Zahlung","Zurückgezahlt","EUR","8,00","-0,35","7,65",'
        '"a@example.org","Startgeld"',
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "WooCommerce": (
        "Order Number,Order Status,First Name (Billing),Last Name (Billing),Email (Billing),"
        "Order Total Amount\n"
        "1,Completed,Ada,Wolf,a@example.org,8.00\n"
        "2,Processing,Ben,Fuchs,a@example.org,8.00\n"
        "3,Refunded,Cleo,Bar,a@example.org,8.00",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Gravity Forms": (
        "Entry Id,Name (Prefix),Name (First),Name (Middle),Name (Last),Email,Club\n"
        "1,,Ada,,Wolf,a@example.org,BC\n"
        "2,,Ben,,Fuchs,a@example.org,BC",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "leads of Meta": (
        "id,created_time,ad_id,ad_name,adset_name,campaign_name,form_name,full_name,email\n"
        "l:1,2026-11-20T18:30:05,ag:1,Autumn,Set,Camp,Form,Ada Wolf,a@example.org\n"
        "l:2,2026-11-20T18:30:05,ag:1,Autumn,Set,Camp,Form,Ben Fuchs,a@example.org",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Challonge before anybody is checked in": (
        "Participant,Seed,Check-in,Username\nAda Wolf,1,No,adaw\nBen Fuchs,2,No,benf",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a half beside the word for players": (
        "Spieler;Vorname\nWolf;Ada\nFuchs;Ben",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a half beside whole names": (
        "Spieler;Vorname\nAda Wolf;Ada\nBen Fuchs;Ben",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a poll of WhatsApp": (
        "✅ Ja (2)\nAda Wolf\nBen Fuchs\n\n❌ Nein (1)\nCleo Bar\n\n❓ Vielleicht (1)\nDan Hai",
        ("Ada Wolf", "Ben Fuchs", "Dan Hai"),
    ),
    "acceptances and refusals": (
        "Zusagen (2):\nAda Wolf\nBen Fuchs\nAbsagen (1):\nCleo Bar",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "guests of an event": (
        "Going (2)\nAda Wolf\nBen Fuchs\nCan't go (1)\nCleo Bar",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a waiting list within a table": (
        "Name;Verein\nAda Wolf;BC\nBen Fuchs;BC\nWarteliste;\nCleo Bar;BC",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a sign without a width": (
        "Name\nAda Wolf\nAda\u200b Wolf\nBen Fuchs",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "halves of two players": (
        "Spieler 1 Vorname;Spieler 1 Nachname;Spieler 2 Vorname;Spieler 2 Nachname;Verein\nAda;Wolf;Ben;Fuchs;BC",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "players A and B": (
        "Player A,Player B\nAda Wolf,Ben Fuchs",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "first and second player": (
        "First player,Second player\nAda Wolf,Ben Fuchs",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a partner": (
        "Name;Partner;Verein\nAda Wolf;Ben Fuchs;BC",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "two columns of players, one name each": (
        "Spieler 1;Spieler 2\nAda Wolf;Ben Fuchs\nAnna;Ben Fox",
        ("Ada Wolf", "Ben Fuchs", "Anna", "Ben Fox"),
    ),
    "numbered questions": (
        "1. Vor- und Nachname,2. Verein\nAda Wolf,BC\nBen Fuchs,BC",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a question that nobody knows": (
        "Wer macht mit?;Von wo?\nAda Wolf;Ulm\nBen Fuchs;Wien",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a ticket made of words of headings": (
        "Name,Ticket\nAda Wolf,Member entry\nBen Fuchs,Guest entry",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a remark on another cancellation": (
        "Name;Bemerkung\nAda Wolf;abgesagt letztes Jahr\nBen Fuchs;kommt später",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a remark of a cancellation": (
        "Name;Bemerkung\nAda Wolf;\nBen Fuchs;kommt später\nCleo Bar;abgesagt",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "answers without a heading": (
        "Ada Wolf;ja\nBen Fuchs;ja\nCleo Bar;nein",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "a cancellation without a heading": (
        "Ada Wolf;BC Nord;bestätigt\nBen Fuchs;BC Süd;bestätigt\nCleo Bar;BC Nord;storniert",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "not paid": (
        "Ada Wolf (nicht bezahlt)\nBen Fuchs (bezahlt)",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Shopify": (
        "Name,Email,Financial Status,Billing Name\n"
        "#1001,a@example.org,paid,Ada Wolf\n"
        "#1002,a@example.org,paid,Ben Fuchs\n"
        "#1003,a@example.org,refunded,Cleo Bar",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "buyers alone": (
        "Buyer First Name,Buyer Last Name,Buyer Email\nAda,Wolf,a@example.org\nBen,Fuchs,b@example.org",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "buyers and attendees": (
        "Buyer First Name,Buyer Last Name,Attendee First Name,Attendee Last Name\nX,Y,Ada,Wolf\nX,Y,Ben,Fuchs",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "WhatsApp on an iPhone": (
        "[20.11.26, 18:30:05] Ada Wolf: Ich bin dabei\n"
        "[20.11.26, 18:31:00] Ben Fuchs: bin raus\n"
        "[20.11.26, 18:32:00] Cleo: 👍",
        ("Ada Wolf", "Cleo"),
    ),
    "WhatsApp on Android": (
        "20.11.26, 18:00 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Tippe,"
        " um mehr zu erfahren.\n"
        "20.11.26, 18:30 - Ada Wolf: Ich bin dabei\n"
        "und bringe Kuchen\n"
        "20.11.26, 18:31 - Ben Fuchs: kann leider nicht\n"
        "20.11.26, 18:32 - Cleo: dabei\n"
        "20.11.26, 19:32 - Cleo: doch nicht, bin krank",
        ("Ada Wolf",),
    ),
    "WhatsApp in a browser": (
        "[18:30, 20.11.2026] Ada Wolf: Ich bin dabei\n"
        "[18:31, 20.11.2026] Ben Fuchs: Bin auch dabei!\n"
        "[18:31, 20.11.2026] +49 170 1234567: Ja",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "WhatsApp in America": (
        "[11/20/26, 6:30:05\u202fPM] Ada Wolf: I'm in\n"
        "\u200e[11/20/26, 6:31:05\u202fPM] Ben Fuchs: count me in\n"
        "[11/20/26, 6:32:05\u202fPM] Cleo: can't make it",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "Telegram": (
        "Ada Wolf, [20.11.2026 18:30]\n"
        "Bin dabei\n"
        "\n"
        "Ben Fuchs, [20.11.2026 18:31]\n"
        "Ich auch\n"
        "\n"
        "Cleo, [20.11.2026 18:31]\n"
        "Nein, sorry",
        ("Ada Wolf", "Ben Fuchs"),
    ),
    "two people in a row without headings": (
        "Ada Wolf | Ben Fox\nCleo Bar | Dan Hai",
        ("Ada Wolf", "Ben Fox", "Cleo Bar", "Dan Hai"),
    ),
    "one and zero in Typeform": (
        "#,What is your full name?,Will you come?,Submit Date (UTC)\n"
        "a1,Ada Wolf,1,2026-11-20 18:30:05\n"
        "a2,Ben Fox,0,2026-11-20 18:31:05",
        ("Ada Wolf",),
    ),
    "a repayment of PayPal": (
        '"Datum","Name","Typ","Status","Brutto"\n'
        '"20.11.2026","Ada Wolf","Zahlung","Abgeschlossen","8,00"\n'
        '"20.11.2026","Ben Fox","Rückzahlung","Abgeschlossen","-8,00"',
        ("Ada Wolf",),
    ),
    "Doodle in German": (
        "Umfrage Backgammonabend\nhttps://doodle.com/poll/abc\n;November 2026;November 2026\n;Fr 20;Sa 21\n"
        "Ada Wolf;OK;(OK)\nBen Fox;(OK);\nCleo Bar;;\nAnzahl;1;1",
        ("Ada Wolf", "Ben Fox"),
    ),
}
# Texts in encodings that their files do not name: the encoding, the text, and the names in it.
ENCODED = (
    (
        "cp1251",
        "ФИО;Клуб\nЯна Ёлкина;Зары\nПётр Иванов;Нарды\n",
        (
            "Яна Ёлкина",
            "Пётр Иванов",
        ),
    ),
    (
        "koi8_r",
        "ФИО;Клуб\nЯна Ёлкина;Зары\nПётр Иванов;Нарды\n",
        (
            "Яна Ёлкина",
            "Пётр Иванов",
        ),
    ),
    (
        "cp1254",
        "Ad;Soyad;Kulüp\nİpek;Şığ;Zar\nÖmer;Çağlar;Zar\n",
        (
            "İpek Şığ",
            "Ömer Çağlar",
        ),
    ),
    ("cp1254", "Adı Soyadı;Kulüp\nAyşe Yıldız;Zar\n", ("Ayşe Yıldız",)),
    (
        "mac_roman",
        "Name;Verein\nJürgen Öß;Köln\nZoë Grün;Köln\n",
        (
            "Jürgen Öß",
            "Zoë Grün",
        ),
    ),
    ("cp1253", "Όνομα;Σύλλογος\nΓιώργος Ζώης;Τάβλι\n", ("Γιώργος Ζώης",)),
    (
        "cp1250",
        "Imię i nazwisko\nŁucja Źrebię\nŻaneta Dąb\n",
        (
            "Łucja Źrebię",
            "Żaneta Dąb",
        ),
    ),
    (
        "iso8859_2",
        "Imię i nazwisko\nŁucja Źrebię\nŻaneta Dąb\n",
        (
            "Łucja Źrebię",
            "Żaneta Dąb",
        ),
    ),
    (
        "cp1252",
        "Navn;Klub\nSøren Æbelø;Byens\nÅse Ødegård;Byens\n",
        (
            "Søren Æbelø",
            "Åse Ødegård",
        ),
    ),
    (
        "cp1252",
        "Name;Verein\nJürgen Weiß;BC\nZoë Grün;BC\nFrançois Noël;BC\nNuñez Peña;BC\n",
        (
            "Jürgen Weiß",
            "Zoë Grün",
            "François Noël",
            "Nuñez Peña",
        ),
    ),
    (
        "cp1252",
        "Nafn\nGuðrún Þórsdóttir\nSigurður Ýmir\n",
        (
            "Guðrún Þórsdóttir",
            "Sigurður Ýmir",
        ),
    ),
    (
        "cp850",
        "Name;Verein\nJürgen Weiß;BC\nZoë Grün;BC\n",
        (
            "Jürgen Weiß",
            "Zoë Grün",
        ),
    ),
    (
        "cp1250",
        "Jméno a příjmení\nŘehoř Novotný\nJiří Šťastný\n",
        (
            "Řehoř Novotný",
            "Jiří Šťastný",
        ),
    ),
    ("cp1255", "שם מלא;מועדון\nרות לוי;חיפה\n", ("רות לוי",)),
    (
        "cp1257",
        "Vardas;Pavardė\nOna;Ūsė\nJūratė;Šimkutė\n",
        (
            "Ona Ūsė",
            "Jūratė Šimkutė",
        ),
    ),
    (
        "cp1252",
        "Name\nÅke Öst\nMüller\n",
        (
            "Åke Öst",
            "Müller",
        ),
    ),
    (
        "mac_roman",
        "Name;Verein\nJörg Müller;BC\nUwe;BC",
        (
            "Jörg Müller",
            "Uwe",
        ),
    ),
    ("cp852", "Name;Klub\nŁucja Źrebię;Kość\n", ("Łucja Źrebię",)),
    (
        "cp1251",
        "Име;Клуб\nАнна Ганева;Зар\nИван Щерев;Зар\n",
        (
            "Анна Ганева",
            "Иван Щерев",
        ),
    ),
    ("cp1253", "Ονοματεπώνυμο;Σύλλογος\nΝΙΚΟΣ ΛΥΚΟΣ;ΤΑΒΛΙ\n", ("ΝΙΚΟΣ ΛΥΚΟΣ",)),
)
