"""A refused form says at its top what is to be corrected, and goes to the first wrong field."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms


@dataclass(frozen=True, slots=True)
class RefusedField:
    """A field that was refused: what it is called, and the id of where it is typed into."""

    label: str
    anchor: str


class FocusedField(forms.BoundField):
    """A field that takes the cursor where it is the first wrong one of its form."""

    form: "PointingForm"

    def build_widget_attrs(self, attrs: Any, widget: forms.Widget | None = None) -> Any:
        """The attributes of the widget; the browser itself goes to `autofocus`, with scripts and without."""
        attrs = super().build_widget_attrs(attrs, widget)
        return {**attrs, "autofocus": True} if self.name == self.form.first_mistake else attrs


class PointingForm(forms.Form):
    """A form that points at what is wrong in it."""

    bound_field_class = FocusedField

    @property
    def first_mistake(self) -> str:
        """The name of the first wrong field; empty where there is none."""
        typed_into = (name for name, field in self.fields.items() if not field.widget.is_hidden)
        return next((name for name in typed_into if name in self.errors), "")

    @property
    def mistakes(self) -> tuple[RefusedField, ...]:
        """The wrong fields in their order on the page."""
        return tuple(self._mistakes())

    def _mistakes(self) -> Iterator[RefusedField]:
        for field in self.visible_fields():
            if field.errors:
                # A field of several parts has no id of its own: its first part is gone to.
                yield RefusedField(str(field.label), field.id_for_label or f"{field.auto_id}_0")
