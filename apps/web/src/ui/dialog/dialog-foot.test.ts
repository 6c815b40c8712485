import { expect, test } from 'vitest'

/** The dialogs whose buttons are not at their end, and why they need no foot. */
const withoutFoot = {
  'features/assistant/assistant/answer/DraftDialog.tsx': 'has a foot of its own with a note beside the buttons',
  'features/billing/payment/bank-file/ChooseInvoiceDialog.tsx': 'the button is one of the choices',
  'features/care/note/templates/TemplatesDialog.tsx': 'the button adds a row to the list; the form has a foot',
  'features/people/client-tag/ClientTagsDialog.tsx': 'the buttons belong to a row of the list',
  'features/people/login/several/OtherAccountDialog.tsx': 'the buttons are the whole content',
  'features/practice/administration/legal-pages/LegalHistoryDialog.tsx': 'the buttons belong to a row of the list',
  'features/schedule/calendar/CalendarDialogs.tsx': 'the button is a link below three lines',
}

test('every dialog with buttons keeps them in sight with a foot', () => {
  const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const dialogs = Object.entries(sources).filter(
    ([, source]) => /\/Dialog\.tsx'/.test(source) && /<Button/.test(source),
  )
  expect(dialogs.length).toBeGreaterThan(15)
  const found = dialogs
    .filter(([, source]) => !source.includes('<DialogFoot'))
    .map(([file]) => file.replace('../../', ''))
  expect(found.toSorted()).toEqual(Object.keys(withoutFoot))
})
