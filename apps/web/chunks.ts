/** Returns a pattern that matches the modules in these folders. A path can also be a single file. */
const within = (...paths: string[]) =>
  new RegExp(paths.map((path) => `/${path}(/|$)`.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')).join('|'))

const mantine = '@mantine/core/esm/components'

/**
 * The chunks that several pages share. A group takes the modules of its folders and everything that they import, except
 * modules that a group with a higher priority has taken. docs/web-chunks.md describes the folders.
 */
export const chunks = [
  {
    name: 'start',
    test: within(
      'apps/web/index.html',
      'src/ui/base',
      // The sign-in module imports `realtime.ts`. If this file were in the chunk of signed-in pages, the sign-in page would load that chunk.
      'src/platform/backend/realtime.ts',
      // Few pages need formatted text, amounts of money, addresses, series, the list of countries or the cities of time zones.
      'packages/contract/src/common(?!/(rich-text|money|address|csv|text/text-table|time/(recurrence|cities)))',
      // Public and signed-in pages import these parts of libraries directly, so they are in no folder of this app.
      `${mantine}/ActionIcon`,
      `${mantine}/Anchor`,
      `${mantine}/NativeSelect`,
      `${mantine}/Stack`,
      `${mantine}/TextInput`,
      '@mantine/hooks/esm/use-uncontrolled',
      // The checkbox and other components need these two modules. Without these lines, the other components would load the whole checkbox.
      '@mantine/hooks/esm/use-merged-ref',
      '@mantine/core/esm/core/MantineProvider/color-functions/get-auto-contrast-value',
      '@tanstack/react-query/build/modern/useMutation.js',
    ),
    priority: 6,
  },
  // Icons are in no folder of this app. The first group contains the icons that very many chunks import. Public pages
  // load only this group.
  { name: 'icons', test: within('@tabler/icons-react'), minShareCount: 13, priority: 5 },
  { name: 'icons', test: within('@tabler/icons-react'), minShareCount: 4, priority: 4 },
  { name: 'login', test: within('src/features/people/login/public'), priority: 3 },
  {
    name: 'rich-text',
    test: within('packages/contract/src/common/rich-text/rich-text.ts', 'src/ui/rich-text/to-rich-text.ts'),
    priority: 3,
  },
  {
    name: 'money',
    test: within('packages/contract/src/common/money/money.ts', 'src/ui/page/money-text.ts'),
    priority: 2,
  },
  // Small modules that every form of a signed-in person loads. As separate files, they would be three requests.
  {
    name: 'drafts',
    test: within('src/platform/(draft/drafts|offline/account-key|offline/encryption).ts'),
    priority: 2,
  },
  // The pages on which people join, with and without an account, share the consent text.
  {
    name: 'joining',
    test: within('src/features/practice/legal-text/(legal-text|JoiningConsent|use-joining-consent).tsx?'),
    priority: 2,
  },
  { name: 'choices', test: within(`${mantine}/Checkbox`), priority: 2 },
  {
    name: 'signed-in',
    // The search field is on most pages of a signed-in person, and a separate chunk would be one more request. The same applies to the smallest
    // shared parts of inputs and tabs.
    test: within(
      'src/shell/frame',
      'src/ui/page(?!/money)',
      'src/ui/input/SearchField.tsx',
      'src/features/schedule/session/summary',
      '@mantine/core/esm/core/DirectionProvider',
      '@mantine/core/esm/core/utils/create-safe-context',
      '@mantine/core/esm/core/utils/get-env',
    ),
    priority: 1,
  },
  // The modules for the value and the save status of an editor with autosave. As separate files, they would be two requests.
  {
    name: 'saved-value',
    test: within('src/platform/autosave/use-saved-value.ts', 'src/ui/editor/(SaveStatus|use-save-state).tsx?'),
    priority: 0,
  },
  // The modules that both dashboards or the client's home show at once. As separate files, these small modules would be more requests than all
  // others together.
  {
    name: 'home-day',
    test: within(
      'src/features/home/dashboard/use-duration-text.ts',
      'src/features/home/dashboard/chart/ChartSection.tsx',
      'src/features/home/dashboard/chart/chart.module.css',
      'src/features/schedule/session/detail/(may-join.ts|JoinButton.tsx)',
    ),
    priority: 0,
  },
  // Every first load contains the name of this chunk, because the parts that load after a page import both modules. As two chunks, they would add a
  // second name to each first load.
  { name: 'call', test: within('src/features/schedule/call/(call|active-call).ts'), priority: 0 },
  // Every page with forms needs both modules. As separate files, they would be two requests.
  { name: 'use-forms', test: within('src/features/care/form/(use-forms|fill/form-access).ts'), priority: 0 },
  // Without this line, the page on which a guardian fills in a form would load the dialogs of therapists too.
  { name: 'lazy-form', test: within('src/features/care/form/fill/lazy-form.ts'), priority: 0 },
  // The small modules that the pages of a guardian share. As separate files, they would be eight requests.
  {
    name: 'guarded',
    test: within(
      'src/features/people/guardian/frame/(acting-for|use-guarded-clients).ts',
      'src/features/people/guardian/forms/use-guardian-form-access.ts',
      'src/features/people/guardian/invoices/use-guarded-invoices.ts',
      'src/features/people/guardian/sessions/(use-guarded-sessions.ts|GuardedSessions.module.css)',
    ),
    priority: 0,
  },
  {
    name: 'home',
    test: within(
      'src/features/home/client-home/(client-home|use-client-home).ts',
      'src/features/schedule/session/request/RequestSessionButton.tsx',
      'src/features/schedule/availability/BookButton.tsx',
      'src/features/care/journal/WriteEntryCard.tsx',
      'src/platform/part-of-day.ts',
    ),
    priority: 0,
  },
]
