import { expect, test } from 'vitest'

/** Maps each dialog whose buttons are not at its end to the reason why it needs no foot. */
const withoutFoot = {
  'features/assistant/assistant/answer/DraftDialog.tsx': 'has a foot of its own with a note beside the buttons',
  'features/billing/payment/bank-file/ChooseInvoiceDialog.tsx': 'the button is one of the choices',
  'features/care/note/templates/TemplatesDialog.tsx': 'the button adds a row to the list; the form has a foot',
  'features/people/client-tag/ClientTagsDialog.tsx': 'the buttons belong to a row of the list',
  'features/people/login/lock/LockScreen.tsx': 'the button leads back to a form that a guardian signs',
  'features/people/login/several/OtherAccountDialog.tsx': 'the buttons are the whole content',
  'features/practice/administration/legal-pages/LegalHistoryDialog.tsx': 'the buttons belong to a row of the list',
  'features/schedule/calendar/CalendarDialogs.tsx': 'the button is a link below three lines',
}

/** Maps each form that a dialog renders from another file to the reason why it needs no foot. */
const formsWithoutFoot = {
  'features/assistant/assistant/request/ChooseStep.tsx': 'has a foot of its own with a note beside the button',
  'features/people/client-tag/EditClientTagForm.tsx': 'takes the place of a row of the list',
  'features/people/login/SecondFactorSetup.tsx': 'has a foot of its own, because it is a page too',
  'features/people/login/public/SecondFactorForm.tsx': 'has one field',
  'features/people/login/several/UnlockAccountDialog.tsx': 'has one field',
}

const found = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = Object.fromEntries(
  Object.entries(found).map(([file, source]) => [pathFrom('ui/dialog/', file), source]),
)
const sourceOf = (file: string) => sources[file] ?? ''

function pathFrom(folder: string, path: string) {
  return new URL(path, `file:///${folder}`).pathname.slice(1)
}

type Import = { name: string; local: string; file: string }

/** Returns the imports and exports of a file from other files of the app, and its lazily loaded components. */
function importsOf(file: string): Import[] {
  const source = sourceOf(file)
  const named = [...source.matchAll(/(?:import|export) \{([^}]*)\} from '(\.[^']+)'/g)].flatMap(
    ([, names = '', path]) =>
      names.split(',').map((each) => {
        const [name = '', local = name] = each.trim().split(' as ')
        return { name, local, path }
      }),
  )
  const loaded = [...source.matchAll(/(\w+) =\s*lazy\w*\(\s*\(\) => import\('(\.[^']+)'\),\s*'(\w+)'/g)].map(
    ([, local = '', path, name = '']) => ({ name, local, path }),
  )
  return [...named, ...loaded].map(({ name, local, path = '' }) => ({ name, local, file: pathFrom(file, path) }))
}

/** Returns the file that defines the component that `file` exports as `name`; null for a component from a package. */
function definitionOf({ name, file }: Omit<Import, 'local'>): string | null {
  const source = sourceOf(file)
  if (new RegExp(`(function ${name}\\b|const ${name} =(?!\\s*lazy))`).test(source)) return file
  const next = importsOf(file).find(({ local }) => local === name)
  return next ? definitionOf(next) : null
}

/** Returns the files whose components a file renders, directly or through another component. Omits the general components in ui/. */
function filesRenderedBy(file: string, known = new Set<string>()): Set<string> {
  for (const each of importsOf(file)) {
    const rendered = new RegExp(`<${each.local}\\b`).test(sourceOf(file)) ? definitionOf(each) : null
    if (!rendered || rendered.startsWith('ui/') || known.has(rendered)) continue
    known.add(rendered)
    filesRenderedBy(rendered, known)
  }
  return known
}

const dialogs = Object.keys(sources).filter((file) => /\/Dialog\.tsx'/.test(sourceOf(file)))
const lacksFoot = (file: string) => !sourceOf(file).includes('<DialogFoot')

test('every dialog with buttons keeps them in sight with a foot', () => {
  const withButtons = dialogs.filter((file) => sourceOf(file).includes('<Button'))
  expect(withButtons.length).toBeGreaterThan(15)
  expect(withButtons.filter(lacksFoot).toSorted()).toEqual(Object.keys(withoutFoot))
})

test('every form that a dialog renders from another file keeps its buttons in sight with a foot @slow', () => {
  const rendered = new Set(dialogs.flatMap((file) => [...filesRenderedBy(file)]))
  const forms = [...rendered].filter((file) => /<form\b/.test(sourceOf(file)))
  expect(forms.length).toBeGreaterThan(5)
  expect(forms.filter(lacksFoot).toSorted()).toEqual(Object.keys(formsWithoutFoot))
})
