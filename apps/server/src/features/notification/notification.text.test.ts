import { languages } from '@attune/contract/common/text'
import { mailedKinds } from '@attune/contract/features/notification'
import { expect, test } from 'vitest'
import { renderNotification } from './notification.text.ts'

const startsAt = '2027-03-10T15:30:00.000Z'

test('every notification type has texts in every language, with times in the reader’s zone [7.04]', () => {
  for (const language of languages) {
    for (const kind of mailedKinds) {
      const { title, message } = renderNotification(kind, { name: 'Ana Moreau', startsAt }, language, 'Asia/Tokyo')
      expect(`${title} ${message}`).not.toMatch(/[{}!]|undefined/)
      expect(title.length).toBeLessThan(60)
      if (kind.startsWith('session-')) expect(message).toMatch(/11[^0-9].*(0:30|12:30)/)
    }
  }
})
