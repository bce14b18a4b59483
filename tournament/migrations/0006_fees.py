import django.db.models.deletion
from django.db import migrations, models

NOTHING_PAID = {"paid_cents": None, "paid_at": None, "paid_to": ""}
NEVER_REFUNDED = {"refunded_cents": 0, "refunded_at": None, "refunded_by": ""}


def note_what_was_paid(apps, schema_editor):
    """Whoever was ticked as having paid has paid the fee; when and to whom is what the journal says."""
    for tournament in apps.get_model("tournament", "Tournament").objects.all():
        paid = {}
        for line in tournament.journal.order_by("version"):
            for row in line.changes:
                if row["model"] == "entry":
                    _rewrite(row, paid, tournament, line)
            line.save(update_fields=["changes"])
        for entry in tournament.entries.all():
            payment = paid.get(entry.pk) or _payment(tournament, None)
            if entry.fee_paid:
                for name, value in payment.items():
                    setattr(entry, name, value)
                entry.save(update_fields=list(payment))


def _rewrite(row, paid, tournament, line):
    """Both sides of a journal's row in the new columns; what stood before is what the last line left."""
    for side in ("before", "after"):
        values = row[side]
        if values is None or "fee_paid" not in values:
            continue
        if not values.pop("fee_paid"):
            payment = NOTHING_PAID
        elif side == "before":
            payment = paid.get(row["id"]) or _payment(tournament, None)
        else:
            payment = _payment(tournament, line)
        if side == "after":
            paid[row["id"]] = payment if payment["paid_cents"] is not None else None
        is_whole = row["before"] is None or row["after"] is None
        values |= payment | (NEVER_REFUNDED if is_whole else {})


def _payment(tournament, line):
    return {
        "paid_cents": tournament.fee_cents,
        "paid_at": line and line.at.replace(microsecond=0).isoformat(),
        "paid_to": line.by_name if line else "",
    }


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0005_players_take_part'),
    ]

    operations = [
        migrations.CreateModel(
            name='FeeStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('up_to', models.PositiveIntegerField(blank=True, null=True)),
                ('fee_cents', models.PositiveIntegerField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fee_steps', to='tournament.tournament')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'up_to'), name='fee_step_once'),
                    models.UniqueConstraint(condition=models.Q(('up_to__isnull', True)), fields=('tournament',), name='fee_step_without_end_once'),
                    models.CheckConstraint(condition=models.Q(('up_to__isnull', True), ('up_to__gte', 1), _connector='OR'), name='fee_step_from_one'),
                ],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='paid_cents',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='paid_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='paid_to',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='entry',
            name='refunded_cents',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='entry',
            name='refunded_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='refunded_by',
            field=models.CharField(blank=True, max_length=150),
        ),
        # Nobody goes back to a version before but the tests.
        migrations.RunPython(note_what_was_paid, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='entry',
            name='entry_waived_is_not_paid',
        ),
        migrations.RemoveField(
            model_name='entry',
            name='fee_paid',
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('fee_waived', ''), ('paid_cents__isnull', True), _connector='OR'), name='entry_waived_is_not_paid'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('refunded_cents', 0), models.Q(('paid_cents__isnull', False), ('refunded_cents__lte', models.F('paid_cents'))), _connector='OR'), name='entry_refund_was_paid'),
        ),
    ]
