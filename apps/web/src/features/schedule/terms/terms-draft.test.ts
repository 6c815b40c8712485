import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { expect, test } from 'vitest'
import { durationText } from '../../../ui/page/date-text.ts'
import { OwnTerms } from '@attune/contract/features/schedule/terms/terms'
import { reminderChoices, changePhases, nextReminder, termsProblems, termsFromDraft } from './terms-draft.ts'

const window = (lateHours: number | null, blockedHours: number | null) => ({ lateHours, blockedHours })

test('terms with contradictory windows, an invalid link or a duplicate reminder cannot be saved', () => {
  expect(termsProblems(defaultTerms)).toEqual({})
  expect(termsProblems({ ...defaultTerms, cancel: window(4, 24) })).toEqual({ cancel: 'blockedBeyondLate' })
  for (const wrong of [window(null, 0), window(337, 0), window(24, -1), window(1.5, 1)])
    expect(termsProblems({ ...defaultTerms, move: wrong })).toEqual({ move: 'hoursMissing' })
  for (const minutes of [null, 0, 1441, 50.5])
    expect(termsProblems({ ...defaultTerms, durationMinutes: minutes })).toEqual({ durationMinutes: 'durationWrong' })
  for (const videoLink of ['http://meet.example.org', 'meet.example.org', 'https://localhost', 'https://a b.org'])
    expect(termsProblems({ ...defaultTerms, videoLink })).toEqual({ videoLink: 'notALink' })
  expect(termsProblems({ ...defaultTerms, videoLink: ' https://meet.example.org/{room} ' })).toEqual({})
  expect(termsProblems({ ...defaultTerms, remindBefore: [1440, 1440] })).toEqual({ remindBefore: 'sameTwice' })
})

test('the request contains the longest reminder first, and the server trims the texts', () => {
  const sent = termsFromDraft({ ...defaultTerms, location: ' Room 2 ', remindBefore: [120, 2880, 1440] })
  expect(sent).toEqual({ ...defaultTerms, location: ' Room 2 ', remindBefore: [2880, 1440, 120] })
  expect(OwnTerms.parse(sent)).toEqual({ ...sent, location: 'Room 2' })
})

test('the phases of a window are listed in order', () => {
  expect(changePhases(window(0, 0))).toEqual(['always'])
  expect(changePhases(window(24, 0))).toEqual(['free', 'late'])
  expect(changePhases(window(24, 4))).toEqual(['free', 'late', 'blocked'])
  expect(changePhases(window(24, 24))).toEqual(['free', 'blocked'])
})

test('reminders are offered as durations, in ascending order and with the current value included', () => {
  expect(durationText(60, 'en')).toBe('1 hour')
  expect(durationText(1440, 'de')).toBe('24 Stunden')
  expect(durationText(2880, 'en')).toBe('2 days')
  expect(durationText(90, 'en')).toBe('90 minutes')
  expect(reminderChoices(90).slice(0, 3)).toEqual([60, 90, 120])
  expect(nextReminder([])).toBe(1440)
  expect(nextReminder([1440])).toBe(120)
})
