"""How names are cleaned, compared, found and put in order."""

import pytest

from tournament.names import (
    first_name_and_initial,
    fold,
    has_words,
    is_contact,
    is_meant,
    is_printable,
    is_same_name,
    isolated,
    like_names,
    looks_of,
    nearly_called,
    search_key,
    short_name,
    spellings,
    surname_first,
    tidy,
)


@pytest.mark.parametrize(
    ("typed", "tidied"),
    [
        ("Anna", "Anna"),
        ("  Anna   Weiß ", "Anna Weiß"),
        ("Anna\r\n\tWei\u00df\u2028", "Anna Weiß"),
        ("Jo\u0308rg", "J\u00f6rg"),
        ("ﬁ", "ﬁ"),
        ("", ""),
        ("\u200b \ufeff", ""),
        ("👩‍🦰", "👩‍🦰"),
    ],
)
def test_a_text_is_tidied_to_composed_letters_and_single_blanks(typed, tidied):
    assert (tidy(typed), tidy(tidied)) == (tidied, tidied)


@pytest.mark.parametrize(
    ("text", "can_be_printed"),
    [
        ("Şule O’Brien (jun.) 👩‍🦰 מיכל", True),
        ("", True),
        ("a\x00", False),
        ("a\x7f", False),
        ("a\u0085", False),
        ("a\ud800", False),
        ("a\ue000", False),
        ("a\uffff", False),
    ],
)
def test_what_has_no_shape_cannot_be_printed(text, can_be_printed):
    assert is_printable(text) is can_be_printed


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Alice", "аliсе", True),
        ("Alice", "AIice", True),
        ("Bob 10", "Воb lO", True),
        ("Вова", "вова", True),
        ("Вова", "Вoвa", True),
        ("Nina", "Νina", True),
        ("bob", "воb", False),
        ("Bob 1", "Bob 2", False),
        ("Jörg", "Jorg", False),
    ],
)
def test_names_that_look_alike_share_a_key(one, other, alike):
    assert (not looks_of(one).isdisjoint(looks_of(other))) is alike


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna", "ANNA", True),
        ("Weiß", "WEISS", True),
        ("Jörg", "Jo\u0308rg", True),
        ("Anna\u00a0Lind", "Anna Lind", True),
        ("ＡＮＮＡ", "Anna", True),
        ("Jörg", "Jorg", False),
        ("Anna Lind", "AnnaLind", False),
    ],
)
def test_names_are_the_same_whatever_their_capitals_and_encoding(one, other, same):
    assert (fold(one) == fold(other)) is same


@pytest.mark.parametrize(
    ("typed", "name"),
    [("jorg", "Jörg"), ("lukasz", "Łukasz"), ("JÖRG", "Jörg"), ("weiss", "Weiß"), ("oyvind", "Øyvind"), ("zoe", "Zoë")],
)
def test_a_name_is_found_without_its_marks(typed, name):
    assert search_key(typed) == search_key(name)


@pytest.mark.parametrize(
    ("typed", "name", "is_found"),
    [
        ("Mueller", "Anna Müller", True),
        ("Müller", "Anna Mueller", True),
        ("muller", "Anna Müller", True),
        ("uelle", "Anna Mueller", True),
        ("ela", "Manuela", True),
        ("Soeren", "Søren", True),
        ("Goethe", "Göthe", True),
        ("müller anna", "Anna Mueller", True),
        ("OBrien", "Sean O’Brien", True),
        ("O'Brien", "Sean OBrien", True),
        ("O`Brien", "Sean O'Brien", True),
        ("Koehler", "Mia Köhler", True),
        ("Moller", "Anna Müller", False),
        ("Mueller Bo", "Anna Müller", False),
    ],
)
def test_a_name_is_found_in_either_spelling_of_its_letters(typed, name, is_found):
    assert has_words(search_key(typed).split(), name) is is_found


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Dirk Schäfer", "DIRK SCHAEFER", True),
        ("Dirk Schäfer", "Dirk Schafer", True),
        ("Dirk Schäfer", "Schäfer, Dirk", True),
        ("Dirk Schäfer", "Prof. Dr. med. Dirk Schäfer", True),
        ("Jürgen Groß", "Gross, Juergen", True),
        ("Jürgen Müller", "Jurgen Mueller", True),
        ("Søren Ødegård", "Soeren Oedegard", True),
        ("René Cœur", "Rene Coeur", True),
        ("Hans-Peter Kern", "Hans Peter Kern", True),
        ("Sean O’Brien", "Sean OBrien", True),
        ("Dr. Dr.", "Dr. Dr.", True),
        ("Tina Egger", "Inga Egger", False),
        ("Peter Meier", "Petra Meier", False),
        ("Juergen Gross", "Juergen Gros", False),
        ("Hans-Peter Kern", "Hanspeter Kern", False),
        ("Hans Maier", "Hans Maier jun.", False),
        ("Hans Maier jun.", "Hans Maier (sen.)", False),
        ("Hans Maier", "Hans Hans Maier", False),
        ("Manuel Roth", "Manul Roth", False),
        ("Jo Ito", "Joe Ito", False),
        ("Guest 1", "Guest 11", False),
        ("かずこ", "がずこ", False),
        ("राम", "रमा", False),
    ],
)
def test_a_name_is_the_same_but_for_capitals_accents_umlauts_order_and_titles(name, other, same):
    assert (is_same_name(name, other), is_same_name(other, name)) == (same, same)


def test_names_are_ordered_as_readers_expect():
    names = ["Zoë", "Özil", "Peter", "Ćwik", "anna", "Łukasz", "Mia", "Åsa"]

    assert sorted(names, key=search_key) == ["anna", "Åsa", "Ćwik", "Łukasz", "Mia", "Özil", "Peter", "Zoë"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Keller", "Anna K."),
        ("Anna Maria von der Au-Hohenstein", "Anna A."),
        ("Łukasz Ćwik", "Łukasz Ć."),
        ("Hans Maier (jun.)", "Hans M."),
        ("Gül", "Gül"),
        ("Bo 2", "Bo 2"),
        ("Anna K.", "Anna K."),
        ("Anna K", "Anna K"),
        ("x" * 97 + " Yz", "x" * 80 + " Y."),
    ],
)
def test_a_name_is_shortened_to_first_name_and_initial(name, short):
    assert first_name_and_initial(name) == short


@pytest.mark.parametrize(
    ("typed", "name", "shown_as", "found"),
    [
        ("kell", "Anna Keller", "", True),
        ("anna", "Anna Keller", "Anna K.", True),
        ("Anna K.", "Anna Keller", "Anna K.", True),
        (" ÄNNA  keller ", "Anna Keller", "Anna K.", True),
        ("anna keller", "Anna Keller", "Anna K. (7)", True),
        ("Soeren Mueller", "Søren Müller", "Søren M.", True),
        ("Mueller", "Søren Müller", "", True),
        ("müller søren", "Søren Mueller", "", True),
        ("keller", "Anna Keller", "Anna K.", False),
        ("anna kell", "Anna Keller", "Anna K.", False),
        ("anna keller", "Anna Keller", "Die Gräfin", False),
        ("", "Anna Keller", "", False),
        ("'", "Anna Keller", "", False),
    ],
)
def test_who_appears_shortened_is_found_by_the_whole_name_but_by_no_other_part_of_it(typed, name, shown_as, found):
    assert is_meant(typed, name, shown_as) is found


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Keller", "Anna Keller"),
        ("Franziska von der Au-Hohenstein", "Franziska A."),
        ("Maximiliane-Friederike von Wolkenstein", "Maximilia… W."),
        ("Spielerin Nummer 14", "Spielerin 14"),
        ("Wolkensteinwolkenstein", "Wolkensteinw…"),
        ("Anna Weber (Ulm)", "Anna (Ulm)"),
        ("Christopher Weber (Kreuzlingen)", "Chr… (Kreuz…)"),
    ],
)
def test_a_name_is_shortened_for_a_narrow_place(name, short):
    assert short_name(name) == short


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("Anna Maria Keller", "Keller, Anna Maria"),
        ("Otto von Arnim", "Arnim, Otto von"),
        ("Hans Maier (jun.)", "Maier (jun.), Hans"),
        ("Anna Weber (TSV Ulm)", "Weber (TSV Ulm), Anna"),
        ("Gül", "Gül"),
        ("Bo 2", "Bo 2"),
        ("Keller, Anna", "Keller, Anna"),
    ],
)
def test_a_name_is_turned_round_as_in_a_directory(name, turned):
    assert surname_first(name) == turned


@pytest.mark.parametrize(
    ("name", "kept_apart"),
    [("Anna Weiß", "Anna Weiß"), ("ירון", "\u2068ירון\u2069"), ("Anna محمد", "\u2068Anna محمد\u2069"), ("", "")],
)
def test_only_a_name_from_right_to_left_is_kept_apart_from_its_sentence(name, kept_apart):
    assert isolated(name) == kept_apart


@pytest.mark.parametrize(
    ("name", "other", "are_alike"),
    [
        ("Jürgen Groß", "Juergen Gross", True),
        ("Jürgen Groß", "Groß, Jürgen", True),
        ("Dr. Hans Maier", "Hans Maier (jun.)", True),
        ("Hans Maier", "Hans Mayer", True),
        ("Hans Maier", "Hnas Maier", True),
        ("Hans Maier", "Hans Meyer", False),
        ("Dirk Carlsen", "Dirk Karlsen", True),
        ("Pat O’Brien", "Pat OBrien", True),
        ("Hans-Peter Maier", "Maier, Hanspeter", True),
        ("Łukasz Wójcik", "Lukasz Wojcik", True),
        ("Prof. Dr. Dirk Schäfer sen.", "SCHAEFER Dirk", True),
        ("Tim Weber", "Tom Weber", False),
        ("Anna K.", "Anna L.", False),
        ("Guest 11", "Guest 12", False),
        ("Bo", "Jo", False),
    ],
)
def test_names_that_may_be_of_one_person_share_a_spelling(name, other, are_alike):
    assert bool(spellings(name) & spellings(other)) is are_alike


def test_of_similar_names_the_likeliest_comes_first_and_the_name_itself_is_none():
    found = like_names(["Dirk Schaefer", "Bo"], ["Dirk Schaefler", "dirk SCHAEFER", "Schäfer, Dirk", "Anna"])

    assert found == {"Dirk Schaefer": ("Schäfer, Dirk", "Dirk Schaefler"), "Bo": ()}


@pytest.mark.parametrize(
    "text",
    [
        "jw@example.org",
        "Anna <jw＠example.org>",
        "jw @ example.org",
        "jw (at) example.org",
        "j\u200bw@exam\u200bple.org",
        "HTTPS://example",
        "example.org",
        "t.me/anna",
        "+49 170 1234567",
        "0170/1234567",
        "Anna (030) 123456",
        "349 123 4567",
        "0043-1-5123456",
        "٠١٧٠١٢٣٤٥٦٧",
        "anna.weber@example.co.uk",
        "jw [at] example [dot] org",
        "jw(at)example(punkt)org",
        "jw @ example . org",
        "jw@example。org",
        "jw at example.org",
        "mailto:jw",
        "Anna, example.org",
        "Anna facebook.com",
        "www.example",
        "whatsapp://send",
        "tel:110",
        "linktr.ee/anna",
        "Anna 12 34 56 78",
        "555-123-4567",
        "+49 (0)170/12 34 56",
        "0170\u22121234567",
        "0170_1234567",
        "0\ufe0f\u20e31\ufe0f\u20e37\ufe0f\u20e30\ufe0f\u20e3 1234567",
    ],
)
def test_a_mail_address_a_telephone_number_and_a_link_are_contacts(text):
    assert is_contact(text)


@pytest.mark.parametrize(
    "text",
    [
        "O’Brien",
        "Anna-Lena 2",
        "Dr. h.c. Müller",
        "J.R.R.Tolkien",
        "Player 14",
        "3. Mannschaft",
        "Άννα",
        "Team @home",
        "St.Pauli/Hamburg",
        "TSV 1860",
        "SV 04/08",
        "Anna 01.02.1990",
        "Anna 2026-11-26",
        "Anna 2026/11/26",
        "Anna 1. 2. 1990",
        "Anna 01 02 1990",
        "HSV 29.09.1887",
        "Anna 12345678",
        "J. R. R. Tolkien",
        "Hans.Maier",
        "J.De",
        "A.v.De",
        "J.It/P.Be",
        "Anna@home",
        "Anna @ Café St. Gallen",
        "李小龙",
        "عمر",
        "Schalke 04 (2026)",
        "1. FC 04 2004",
        "SG 2026/2027",
        "Player 0012345",
    ],
)
def test_a_name_with_a_dot_or_a_number_is_no_contact(text):
    assert not is_contact(text)


# Of each name: how a list by surnames has it, how it is abbreviated, what is typed to find it, and another spelling of
# it. Two of them are asked about like any that are alike.
FORTY = """
Anna Keller | Keller, Anna | Anna K. | kell | Keller Anna
Anna Maria Keller | Keller, Anna Maria | Anna K. | maria kell | Keller, Anna Maria
Dörte von der Heide | Heide, Dörte von der | Dörte H. | doerte heide | von der Heide, Dörte
von der Heide, Dörte | Heide, Dörte von der | Dörte H. | dorte | Dörte von der Heide
Heide, Dörte von der | Heide, Dörte von der | Dörte H. | von der h | Doerte von der Heide
von der Heide | Heide, von der | von der Heide | heide | Von der Heide
Jean-Luc d'Arc | d'Arc, Jean-Luc | Jean-Luc A. | darc | Jean Luc d’Arc
Fritz Ó Súilleabháin | Ó Súilleabháin, Fritz | Fritz S. | suilleabhain | Fritz O Suilleabhain
Pat O'Brien | O'Brien, Pat | Pat O. | obrien | Pat OBrien
O'Brien, Pat | O'Brien, Pat | Pat O. | pat o | Pat O’Brien
Anna De Luca | De Luca, Anna | Anna L. | luca | De Luca, Anna
Ludwig van Beethoven | Beethoven, Ludwig van | Ludwig B. | beethoven | van Beethoven, Ludwig
Maria de la Cruz | Cruz, Maria de la | Maria C. | cruz | de la Cruz, Maria
João dos Santos | Santos, João dos | João S. | joao | Joao dos Santos
José Ortega y Gasset | Ortega y Gasset, José | José O. | gasset | Jose Ortega y Gasset
Gabriel García Márquez | Márquez, Gabriel García | Gabriel M. | marquez | García Márquez, Gabriel
Séamus Mac Giolla | Mac Giolla, Séamus | Séamus G. | giolla | Seamus Mac Giolla
Dr. Hans Maier jun. | Maier jun., Dr. Hans | Hans M. | hans maier | Dr. Hans Mayer jun.
Prof. Dr. Dirk Schäfer sen. | Schäfer sen., Prof. Dr. Dirk | Dirk S. | schaefer | SCHAEFER Dirk
Dipl.-Ing. Eva Kern | Kern, Dipl.-Ing. Eva | Eva K. | eva | Eva Kern
Weber, Dr. Anna | Weber, Dr. Anna | Anna W. | weber | Anna Weber
Dr. Zoë | Zoë, Dr. | Zoë | zoe | Zoe
Hans Maier (jun.) | Maier (jun.), Hans | Hans M. | maier | Hans Maier
Maier jun., Hans | Maier jun., Hans | Hans M. | maier jun | Hans Maier jun
Ada Verdi jun. | Verdi jun., Ada | Ada V. | verdi | Ada Verdi
Martin Luther King, Jr. | King Jr., Martin Luther | Martin K. | king | Martin Luther King
Davis Love III | Love III, Davis | Davis L. | love | Davis Love III
Anna Weber (TSV Ulm) | Weber (TSV Ulm), Anna | Anna W. | ulm | Anna Weber TSV Ulm
Zoë | Zoë | Zoë | zo | Zoe
Иван Петрович Сидоров | Сидоров, Иван Петрович | Иван С. | sidorov | Сидоров Иван Петрович
Сидоров Иван Петрович | Сидоров, Иван Петрович | Иван С. | ivan | Иван Петрович Сидоров
Anna Ivanovna Petrova | Petrova, Anna Ivanovna | Anna P. | petrova | Petrova Anna Ivanovna
Мария Кузнецова | Кузнецова, Мария | Мария К. | kuznetsova | Кузнецова Мария
Γιώργος Παπαδόπουλος | Παπαδόπουλος, Γιώργος | Γιώργος Π. | papadopoulos | Παπαδόπουλος Γιώργος
Đorđe Petrović | Petrović, Đorđe | Đorđe P. | djordje | Dorde Petrovic
Åsa Åberg | Åberg, Åsa | Åsa Å. | aaberg | Asa Aberg
محمد الرشيد | الرشيد, محمد | محمد ر. | الرشيد | الرشيد محمد
محمد بن سلمان | سلمان, محمد بن | محمد س. | سلمان | محمد بن سلمان
Abdul Rahman al-Rashid | al-Rashid, Abdul Rahman | Abdul R. | rashid | Abdul Rahman al Rashid
李 小龙 | 李 小龙 | 李. 小龙 | 小龙 | 李小龙
山田 太郎 | 山田 太郎 | 山. 太郎 | 山田 | 太郎 山田
李小龙 | 李小龙 | 李小龙 | 李 | 李 小龙
Guest 1 | Guest 1 | Guest 1 | guest | Guest 1
"""


@pytest.mark.parametrize("row", FORTY.strip().splitlines(), ids=lambda row: row.partition(" | ")[0])
def test_forty_names_are_sorted_abbreviated_found_and_matched(row):
    name, in_lists, short, typed, other = row.split(" | ")

    assert (surname_first(name), first_name_and_initial(name)) == (in_lists, short)
    assert (has_words(search_key(typed).split(), name), bool(spellings(name) & spellings(other))) == (True, True)
    assert first_name_and_initial(short) == short


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Anna Kelelr", ("Anna Keller",)),
        ("Kelller", ("Anna Keller",)),
        ("Kuznetsowa", ("Мария Кузнецова",)),
        ("Jordje", ("Đorđe Petrović",)),
        ("Ane Kellor", ()),
        ("Kel", ("Anna Keller",)),
        ("Xaver", ()),
        ("", ()),
        ("…", ()),
    ],
)
def test_one_letter_wrong_is_asked_about(typed, meant):
    assert nearly_called(typed, ["Anna Keller", "Мария Кузнецова", "Đorđe Petrović", "…"]) == meant


@pytest.mark.parametrize("strange", ["Мaria Rossi", "Mаriа Rossi", "Маriа Rоssi"])
def test_a_name_with_strange_letters_among_its_own_is_like_the_one_without_however_many_they_are(strange):
    assert spellings(strange) & spellings("Maria Rossi")
