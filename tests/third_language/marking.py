"""A language that nobody speaks: every letter of a message in Cyrillic, and the message a third longer."""

import re

LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CYRILLIC = "абцдефгхийклмнопярстувшжызАБЦДЕФГХИЙКЛМНОПЯРСТУВШЖЫЗ"
MARKED = str.maketrans(LATIN, CYRILLIC)
# What a program reads, not a person: places for values, tags, entities.
NOT_TO_MARK = re.compile(r"%\(\w+\)[sd]|%%|<[^>]*>|&\w+;|\{\w*\}")


def marked(message: str) -> str:
    """The message as this language says it."""
    letters, last = [], 0
    for letter in NOT_TO_MARK.finditer(message):
        letters += [message[last : letter.start()].translate(MARKED), letter[0]]
        last = letter.end()
    letters.append(message[last:].translate(MARKED))
    longer = "ъ" * (len(message) // 3)
    return f"{''.join(letters)}{longer and ' '}{longer}"
