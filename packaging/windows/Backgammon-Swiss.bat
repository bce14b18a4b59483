@echo off
rem Starts the program; without this window it ends.
setlocal
chcp 65001 >nul
title Backgammon Swiss
set PYTHONUTF8=1
set STARTED_AS=%~nx0
"%~dp0python\python.exe" -m tournament %*
if errorlevel 1 pause
