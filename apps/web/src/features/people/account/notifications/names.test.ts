import type { MailedNotificationType } from '@attune/contract/features/messages/notification/notification'
import { expect, test } from 'vitest'
import de from '../../../../locales/security/de.json'
import en from '../../../../locales/security/en.json'
import es from '../../../../locales/security/es.json'
import fr from '../../../../locales/security/fr.json'

/** The type check fails if a notification type that sends emails has no name in one of the languages. */
const names = [de, en, es, fr].map(({ notices }) => notices.kinds satisfies Record<MailedNotificationType, string>)

test('every notification type that sends emails has a name in the settings, in every language', () => {
  const unnamed = names.map((kinds) => Object.values(kinds).filter((name) => !name.trim()))
  expect(unnamed).toEqual([[], [], [], []])
})
