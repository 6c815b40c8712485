import { expect, test } from 'vitest'
import { lazyIn, lazyNames, misnamed } from './lazy-names.mjs'

const namesIn = (...lines: string[]) =>
  lazyIn(lines.join('\n')).map(({ constant, component }) => `${constant}: ${component}`)

test('a component is found however it is loaded: by its name, as a default export, by a function, over several lines', () => {
  const found = namesIn(
    "const Trash = lazyNamed(() => import('./list/JournalTrash.tsx'), 'JournalTrash')",
    "export const LazyClientPlan = lazyNamed(() => import('./ClientPlan.tsx'), 'ClientPlan')",
    'const Settings = lazyNamed(',
    "  () => import('../notification.ts'),",
    "  'NotificationSettings',",
    ')',
    "const Book = lazyNamed(() => book, 'BookingForm')",
    "const Form = lazyNamed(loadForm, 'TimetableForm')",
    "const Together = lazyInBoundary(() => import('./LegalLinks.tsx'), 'LegalLinks')",
    "const Card = lazyNamed(() => import('./SeriesCard.tsx'), 'SeriesCard', <Pending />)",
    "const Tasks = lazyNamed(() => import('./TodayTasks.tsx'), 'TodayTasks', skeleton(2))",
    'const Notes = lazyNamed(',
    "  () => import('./ClientNotes.tsx'),",
    "  'ClientNotes',",
    '  <RowSkeletons rows={5} avatar={false} />,',
    ')',
    "const Dialog = lazy(() => import('./SeriesDialog.tsx'))",
  )
  expect(found).toEqual([
    'Trash: JournalTrash',
    'LazyClientPlan: ClientPlan',
    'Settings: NotificationSettings',
    'Book: BookingForm',
    'Form: TimetableForm',
    'Together: LegalLinks',
    'Card: SeriesCard',
    'Tasks: TodayTasks',
    'Notes: ClientNotes',
    'Dialog: SeriesDialog',
  ])
})

test('a component of the native app is found if a browser renders nothing, and not if it renders another component', () => {
  const native = [
    'const Photo =',
    "  import.meta.env.MODE === 'native'",
    "    ? lazyNamed(() => import('./TakePhotoButton.tsx'), 'TakePhotoButton')",
  ]
  expect(namesIn(...native, '    : () => null')).toEqual(['Photo: TakePhotoButton'])
  expect(namesIn(...native, '    : ChoosePhotoButton')).toEqual([])
  const short = "const Saved = isNative ? lazyNamed(() => import('./SavedOnDevice.tsx'), 'SavedOnDevice') : () => null"
  expect(namesIn(short)).toEqual(['Saved: SavedOnDevice'])
})

test('the name of the component is accepted, also after Lazy, and another name is not', () => {
  const component = 'JournalTrash'
  expect(misnamed([{ constant: 'JournalTrash', component }])).toEqual([])
  expect(misnamed([{ constant: 'LazyJournalTrash', component }])).toEqual([])
  expect(misnamed([{ constant: 'Trash', component }])).toEqual([
    'Trash loads JournalTrash; name it so, or LazyJournalTrash if exported',
  ])
})

test('each lazy component of the web app has the name of the component that it loads', () => {
  expect(lazyNames().findings).toEqual([])
})
