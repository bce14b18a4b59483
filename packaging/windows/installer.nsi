; The installer for one user, without an administrator. build.py calls it with VERSION, NUMBERS, FOLDER and FILE.
; As what it installs: for 64 bits.
Target amd64-unicode
Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
SetDateSave off
RequestExecutionLevel user

!include MUI2.nsh
!include FileFunc.nsh

!define NAME "Backgammon Swiss"
!define STARTER "Backgammon-Swiss.bat"
!define ICON "Backgammon-Swiss.ico"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\BackgammonSwiss"

Name "${NAME}"
OutFile "${FILE}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${NAME}"
VIAddVersionKey LegalCopyright "MIT"

!define MUI_ICON "${FOLDER}/${ICON}"
!define MUI_UNICON "${FOLDER}/${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${__FILEDIR__}/installer.bmp"
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_FUNCTION start
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(STAYS)"
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
; The language of Windows, else the first.
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RUNS ${LANG_ENGLISH} "${NAME} is running. Close its window, then try again."
LangString RUNS ${LANG_GERMAN} "${NAME} läuft. Bitte sein Fenster schließen, dann noch einmal versuchen."
LangString STAYS ${LANG_ENGLISH} "Your tournaments stay in $LOCALAPPDATA\backgammon-swiss. Delete that folder as well if nobody needs them."
LangString STAYS ${LANG_GERMAN} "Die Turniere bleiben in $LOCALAPPDATA\backgammon-swiss. Werden sie nicht mehr gebraucht, diesen Ordner ebenfalls löschen."

; The files of an earlier version, or of this one; while the program runs, Windows keeps its Python.
!macro REMOVE_PROGRAM
  again:
    ClearErrors
    Delete "$INSTDIR\python\python.exe"
    IfErrors 0 free
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNS)" /SD IDCANCEL IDRETRY again
    SetErrorLevel 2
    Abort
  free:
    RMDir /r "$INSTDIR\python"
    RMDir /r "$INSTDIR\site"
!macroend

Function start
  ExecShell open "$INSTDIR\${STARTER}"
FunctionEnd

Section
  !insertmacro REMOVE_PROGRAM
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${STARTER}" "" "$INSTDIR\${ICON}"
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegStr HKCU "${LISTED}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${LISTED}" "DisplayIcon" "$INSTDIR\${ICON}"
  WriteRegStr HKCU "${LISTED}" "Publisher" "The maintainers of ${NAME}"
  WriteRegStr HKCU "${LISTED}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${LISTED}" "EstimatedSize" $0
  WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
  WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
SectionEnd

Section Uninstall
  !insertmacro REMOVE_PROGRAM
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$INSTDIR\*.bat"
  Delete "$INSTDIR\*.ico"
  Delete "$INSTDIR\*.txt"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${LISTED}"
SectionEnd
