#!/usr/bin/python3
"""A window with nothing but a page, driven by WebKitWebDriver: the engine of Safari, as narrow as a phone.

Runs outside of the tests, with the system's own Python, which knows GTK.
WebKitGTK's own MiniBrowser cannot be as narrow.
"""

import argparse

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def drive(width: int, height: int, *, is_dark: bool) -> None:
    """Wait for the driver and give it one window after the other."""
    settings = Gtk.Settings.get_default()
    settings.set_property("gtk-application-prefer-dark-theme", is_dark)
    # Where it scrolls smoothly, the driver clicks where a button was.
    settings.set_property("gtk-enable-animations", False)
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)

    def open_window(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        window = Gtk.Window(decorated=False)
        window.set_default_size(width, height)
        window.add(view)
        window.show_all()
        return view

    def start(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        name = WebKit2.ApplicationInfo()
        name.set_name("MiniBrowser")
        name.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        session.set_application_info(name)
        session.connect("create-web-view", open_window)

    context.connect("automation-started", start)
    Gtk.main()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, required=True)
    parser.add_argument("--height", type=int, required=True)
    parser.add_argument("--dark", action="store_true")
    asked, _others = parser.parse_known_args()
    drive(asked.width, asked.height, is_dark=asked.dark)
