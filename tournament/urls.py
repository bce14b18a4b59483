"""Every address of the program."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from tournament.forms.accounts import LoginForm
from tournament.views import accounts

urlpatterns: list = [
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    path("login-link/<int:user_id>/<str:token>/", accounts.login_link, name="login_link"),
]
