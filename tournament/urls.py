


urlpatterns: list = []
