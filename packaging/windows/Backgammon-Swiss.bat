@echo off
rem Starts the program; without this window it ends.
setlocal
chcp 65001 >nul
title Backgammon Swiss
if not exist "%~dp0python\python.exe" goto packed
set PYTHONUTF8=1
set STARTED_AS=%~nx0
"%~dp0python\python.exe" -m tournament %*
if errorlevel 1 pause
exit /b

:packed
echo.
echo   Bitte zuerst die Zip-Datei entpacken: mit der rechten Maustaste darauf klicken,
echo   dann auf "Alle extrahieren". Backgammon-Swiss.bat im neuen Ordner starten.
echo.
echo   Extract the zip file first: right-click it, choose "Extract all",
echo   then start Backgammon-Swiss.bat in the new folder.
echo.
pause
exit /b 1
