import django.db.models.deletion
from django.db import migrations, models


def vouch_for_what_was_moved(apps, schema_editor):
    """A voucher for each payment, refund and prize, in the order of their dates; those of no known date come first."""
    Voucher = apps.get_model("tournament", "Voucher")
    for tournament in apps.get_model("tournament", "Tournament").objects.order_by("pk"):
        vouchers = [*_of_fees(Voucher, tournament), *_of_prizes(Voucher, tournament)]
        # Nothing is given back before it was paid.
        vouchers.sort(key=lambda voucher: (voucher.at is not None, voucher.at.timestamp() if voucher.at else 0))
        for number, voucher in enumerate(vouchers, start=1):
            voucher.tournament, voucher.number = tournament, number
        Voucher.objects.bulk_create(vouchers)


def _of_fees(Voucher, tournament):
    for entry in tournament.entries.order_by("number"):
        paid, refunded = entry.paid_cents or 0, entry.refunded_cents
        open_cents = 0 if entry.withdrawn_after is not None else max(tournament.fee_cents - paid, 0)
        about = {"entry": entry, "party": entry.name}
        if paid:
            about_payment = {"hand": entry.paid_to, "at": entry.paid_at, "kept_cents": paid, "open_cents": open_cents}
            yield Voucher(movement="fee", cents=paid, **about_payment, **about)
        if refunded:
            about_refund = {"hand": entry.refunded_by, "at": entry.refunded_at, "kept_cents": paid - refunded}
            yield Voucher(movement="refund", cents=refunded, **about_refund, **about)


def _of_prizes(Voucher, tournament):
    bought = {}
    for line in tournament.journal.order_by("version"):
        for row in line.changes:
            if row["model"] == "prize" and {"price_cents", "description"} & set(row["after"] or {}):
                bought[row["id"]] = {"at": line.at.replace(microsecond=0), "hand": line.by_name}
    for prize in tournament.prizes.exclude(price_cents=0).order_by("place", "pk"):
        yield Voucher(
            movement="prize",
            cents=prize.price_cents,
            prize=prize,
            purchase=prize.description,
            **bought.get(prize.pk, {}),
        )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0009_limits"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="organiser",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.CreateModel(
            name="Voucher",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("movement", models.CharField(max_length=10)),
                ("cents", models.PositiveIntegerField()),
                ("party", models.CharField(blank=True, max_length=100)),
                ("purchase", models.CharField(blank=True, max_length=200)),
                ("hand", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField(null=True)),
                ("kept_cents", models.PositiveIntegerField(default=0)),
                ("open_cents", models.PositiveIntegerField(default=0)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("cancelled_by", models.CharField(blank=True, max_length=150)),
                (
                    "entry",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="vouchers",
                        to="tournament.entry",
                    ),
                ),
                (
                    "prize",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="vouchers",
                        to="tournament.prize",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vouchers",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="voucher_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="voucher_number_from_one"),
                    models.CheckConstraint(condition=models.Q(("cents__gte", 1)), name="voucher_of_something"),
                ],
            },
        ),
        # Nobody goes back to a version before but the tests.
        migrations.RunPython(vouch_for_what_was_moved, migrations.RunPython.noop),
    ]
