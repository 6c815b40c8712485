import { languages } from '@attune/contract/common/text/text'
import {
  mailedNotificationTypes,
  type NotificationType,
} from '@attune/contract/features/messages/notification/notification'
import { expect, test } from 'vitest'
import de from '../../../locales/de.json' with { type: 'json' }
import en from '../../../locales/en.json' with { type: 'json' }
import es from '../../../locales/es.json' with { type: 'json' }
import fr from '../../../locales/fr.json' with { type: 'json' }
import { renderNotification } from './notification.text.ts'

/** The type check fails if a notification type has no text in one of the languages. */
const texts = [de.notification, en.notification, es.notification, fr.notification] satisfies Record<
  Exclude<NotificationType, 'note'>,
  { title: string; message: string }
>[]

const startsAt = '2027-03-10T15:30:00.000Z'

test('every notification type has texts in every language, with times in the reader’s zone', () => {
  for (const language of languages) {
    for (const kind of mailedNotificationTypes) {
      const { title, message } = renderNotification(kind, { name: 'Ana Moreau', startsAt }, language, 'Asia/Tokyo')
      expect(`${title} ${message}`).not.toMatch(/[{}!]|undefined/)
      expect(title.length).toBeLessThan(60)
      if (kind.startsWith('session-')) expect(message).toMatch(/11[^0-9].*(0:30|12:30)/)
    }
  }
})

test('no title or message is empty in any language', () => {
  const parts = texts.flatMap((kinds) => Object.values(kinds).flatMap(({ title, message }) => [title, message]))
  expect(parts.filter((part) => !part.trim())).toEqual([])
})
