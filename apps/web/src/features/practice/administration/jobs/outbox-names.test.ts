import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { expect, test } from 'vitest'
import de from '../../../../locales/outbox/de.json'
import en from '../../../../locales/outbox/en.json'
import es from '../../../../locales/outbox/es.json'
import fr from '../../../../locales/outbox/fr.json'

/** The type check fails if a kind of email has no name in one of the languages. */
const names = [de.kinds, en.kinds, es.kinds, fr.kinds] satisfies Record<MailKind, string>[]

test('every kind of email has a name in the outbox, in every language', () => {
  const unnamed = names.map((kinds) => Object.values(kinds).filter((name) => !name.trim()))
  expect(unnamed).toEqual([[], [], [], []])
})
