import type { Role } from '@attune/contract/features/people/account/account'
import type { Language, Theme } from '@attune/contract/common/text/text.schemas'
import { themes } from '@attune/contract/common/text/text'
import { marksIn } from '@attune/contract/features/home/search/search.rules'
import type { ClientListItem } from '@attune/contract/features/people/client/client'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconCalendarEvent,
  IconCalendarPlus,
  IconHistory,
  IconLanguage,
  IconLifebuoy,
  IconListCheck,
  IconLock,
  IconLogout,
  IconMessageReport,
  IconMoonStars,
  IconNotebook,
  IconPrinter,
  IconReceipt,
  IconShieldHeart,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsGuardianOnly } from '../../platform/login/login.ts'
import { lockAllTabs } from '../../platform/auth/lock-all-tabs.ts'
import { signOutOrAsk } from '../../features/people/login/login.tsx'
import { useAssistantOffText } from '../../features/assistant/assistant/use-assistant-off.ts'
import { useAccountItems } from './account-palette-items.ts'
import { api, orpc } from '../../platform/api/api.ts'
import { useProductSettings } from '../../platform/settings/product-settings.ts'
import { chooseLanguage, languageNames, languageOptions } from '../../platform/settings/language.ts'
import { applyMe } from '../../platform/login/login.ts'
import { useLocale } from '../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../ui/page/date-text.ts'
import { toast } from '../../ui/toast/toast.ts'
import type { OpenDialog } from '../ShellDialog.tsx'
import { palettePages } from '../frame/navigation/navigation.ts'
import { usePaymentsEntry } from '../frame/navigation/use-payments-entry.ts'
import { isGuardianPage } from '../pages/guardian-pages.ts'
import { dashboardAddress } from '../pages/page-lookup.ts'
import { clientActs, type PaletteOptions } from './client-acts.ts'
import { measureItems, useMeasuresToSend } from './measure-items.ts'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'
import { settingItemId, useSettingItems } from './setting-palette-items.ts'
import { filterPaletteGroups } from './palette-items.ts'
import { useSearch } from './search/use-search.ts'

/** The address of the calendar of this week, on which the print dialog opens. */
const printWeekAddress = '/dashboard/therapist/calendar?view=week&print=true'

const assistantSettings = '/dashboard/therapist/settings/assistant'

/** The maximum number of clients that are shown. The person can type more letters to find others. */
const maxClients = 5

/**
 * Returns the palette's items for the typed text: clients and the actions on the first one, other search results, and pages. Results of texts, which
 * arrive later, come last. `search` contains the reason why results are missing.
 */
export function usePalette(role: Role, typed: string, show: (over: OpenDialog) => void) {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const go = (href: string) => () => void navigate({ href })
  const clients = useClients(role, typed)
  const search = useSearch(role, typed, clients.listed)
  const otherClients = search.names.filter(({ id }) => id === 'client').flatMap(({ items }) => items)
  const preferences = usePreferenceItems()
  const accounts = useAccountItems()
  const settings = useSettingItems(role, typed)
  const measures = useMeasuresToSend(role)
  const { isOpen: hasPayments } = usePaymentsEntry(role)
  const isGuardianOnly = useIsGuardianOnly()
  const own: Record<Role, PaletteItem[]> = {
    therapist: [
      ...clients.openNext,
      ...clients.first.flatMap((client) => clientActs(client, { t, go, show, measures })),
      ...therapistItems({ t, go, show }),
      ...measureItems({ t, show, measures }),
      ...(hasPayments ? [newInvoiceItem({ t, go })] : []),
    ],
    client: isGuardianOnly ? [] : clientItems({ t, go, show }),
    admin: [],
  }
  const listed = listedPages(role, { hasPayments, isGuardianOnly })
  const assistantOff = useAssistantOffText(role === 'therapist')
  const pages = listed.map(({ title, page, icon }): PaletteItem => ({
    id: page || 'dashboard',
    icon,
    label: t(`shell:pages.${title}`),
    ...(page === 'assistant' && assistantOff !== null
      ? { detail: assistantOff, wraps: true, run: go(assistantSettings) }
      : { run: go(dashboardAddress(role, page)) }),
  }))
  const groups: PaletteGroup[] = filterPaletteGroups(
    [
      { id: 'clients', found: true, items: [...clients.items, ...otherClients] },
      { id: 'do', items: [...own[role], ...accounts, ...preferences, ...lastItems({ t, show })] },
      ...search.names.filter(({ id }) => id !== 'client'),
      // While the assistant is off, the item of its page already opens its settings, so the item of the settings is left out.
      {
        id: 'pages',
        items: [...pages, ...settings.filter(({ id }) => !assistantOff || id !== settingItemId(assistantSettings))],
      },
      ...search.texts,
    ],
    typed,
  )
  return { groups, search }
}

const listedPages = (role: Role, { hasPayments, isGuardianOnly }: { hasPayments: boolean; isGuardianOnly: boolean }) =>
  palettePages(role).filter(
    ({ page }) => (hasPayments || !page.startsWith('payments')) && (!isGuardianOnly || isGuardianPage(page)),
  )

const therapistItems = ({ t, go, show }: PaletteOptions): PaletteItem[] => [
  { id: 'plan', icon: IconCalendarPlus, label: t('plan'), run: () => show({ kind: 'plan', client: null }) },
  { id: 'assign', icon: IconListCheck, label: t('assignTask'), run: () => show({ kind: 'assign', client: null }) },
  { id: 'enter', icon: IconHistory, label: t('enterSession'), run: () => show({ kind: 'enter' }) },
  { id: 'block', icon: IconLock, label: t('blockAfternoon'), run: () => show({ kind: 'block' }) },
  { id: 'print', icon: IconPrinter, label: t('printWeek'), run: go(printWeekAddress) },
  { id: 'add-client', icon: IconUserPlus, label: t('addClient'), run: go('/dashboard/therapist/add-client') },
]

const newInvoiceItem = ({ t, go }: Pick<PaletteOptions, 't' | 'go'>): PaletteItem => ({
  id: 'new-invoice',
  icon: IconReceipt,
  label: t('newInvoice'),
  run: go('/dashboard/therapist/payments?new=true'),
})

const clientItems = ({ t, go, show }: PaletteOptions): PaletteItem[] => [
  { id: 'write', icon: IconNotebook, label: t('writeEntry'), run: go('/dashboard/client/journal?entry=new') },
  { id: 'safety', icon: IconShieldHeart, label: t('shell:pages.safety'), run: go('/dashboard/client/safety') },
  { id: 'book', icon: IconCalendarPlus, label: t('shell:pages.book'), run: go('/dashboard/client/sessions/book') },
  { id: 'request', icon: IconCalendarPlus, label: t('requestSession'), run: () => show({ kind: 'request' }) },
]

/** Returns the items for help, the screen lock and signing out, which are the same for all roles. */
const lastItems = ({ t, show }: Pick<PaletteOptions, 't' | 'show'>): PaletteItem[] => [
  { id: 'support', icon: IconLifebuoy, label: t('shell:support'), run: () => show({ kind: 'support' }) },
  { id: 'feedback', icon: IconMessageReport, label: t('shell:feedback'), run: () => show({ kind: 'feedback' }) },
  { id: 'lock', icon: IconLock, label: t('shell:lockScreen'), run: lockAllTabs },
  { id: 'leave', icon: IconLogout, label: t('shell:logOut'), run: () => void signOutOrAsk() },
]

/** Returns the names of the tags for which a client was found; none if the name of the client matches. */
function tagsThatMatch({ firstName, lastName, tags }: ClientListItem, search: string): string[] {
  const isFoundBy = (text: string) => marksIn(text, search).length > 0
  return isFoundBy(`${firstName} ${lastName}`) ? [] : tags.map(({ name }) => name).filter(isFoundBy)
}

/**
 * Returns the items of the clients that the server finds. `first` is the first of these clients who is not inactive, or
 * else the first one. The palette offers what can be done with this client.
 */
function useClients(role: Role, typed: string) {
  const { t } = useTranslation('palette')
  const locale = useLocale()
  const navigate = useNavigate()
  const [search] = useDebouncedValue(typed.trim(), 200)
  const isFinder = role === 'therapist' && typed.trim() !== ''
  const wanted = isFinder && search !== ''
  const found = useQuery({
    ...orpc.client.list.queryOptions({ input: { search, limit: maxClients } }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  })
  const people = wanted ? (found.data?.items ?? []) : []
  const nameOf = (client: (typeof people)[number]) => `${client.firstName} ${client.lastName}`
  const items = people.map((client): PaletteItem => ({
    id: client.id,
    icon: IconUser,
    label: nameOf(client),
    detail: [
      ...tagsThatMatch(client, search),
      client.nextSession ? t('next', { when: momentInSentence(client.nextSession.startsAt, locale) }) : t('noNext'),
    ].join(' · '),
    run: () => void navigate({ href: `/dashboard/therapist/clients/${client.id}/client-profile` }),
  }))
  const first = people.find((client) => client.status !== 'inactive') ?? people[0]
  const session = first?.nextSession
  const openNext = first &&
    session && {
      id: `next-${first.id}`,
      icon: IconCalendarEvent,
      label: t('openNext', { name: nameOf(first) }),
      detail: momentInSentence(session.startsAt, locale),
      alwaysShown: true,
      run: () => void navigate({ href: `/dashboard/therapist/sessions/session-details?id=${session.id}` }),
    }
  const actedOn = (first ? [first] : []).map((client) => ({
    id: client.id,
    name: nameOf(client),
    isActive: client.status !== 'inactive',
    // Without an account, the id of the person is that of the record.
    hasAccount: String(client.personId) !== String(client.id),
  }))
  const isLoading = isFinder && !found.isError && (found.isPlaceholderData || !found.data || search !== typed.trim())
  const listed = isLoading ? null : new Set<string>(people.map(({ id }) => id))
  return { items, openNext: openNext ? [openNext] : [], first: actedOn, listed }
}

/** Returns the items for theme and language. An item saves the choice in the account, as the settings do. */
function usePreferenceItems(): PaletteItem[] {
  const { t } = useTranslation('palette')
  const { setColorScheme } = useMantineColorScheme()
  const { languages } = useProductSettings()
  const save = useMutation({
    mutationFn: (change: { theme?: Theme; language?: Language }) => api.account.saveSettings(change),
    onSuccess: applyMe,
    onError: () => toast.error(t('notSaved')),
  })
  const theme = (value: Theme): PaletteItem => ({
    id: `theme-${value}`,
    icon: IconMoonStars,
    label: t('theme', { theme: t(`themes.${value}`) }),
    hidden: true,
    run: () => {
      setColorScheme(value === 'system' ? 'auto' : value)
      save.mutate({ theme: value })
    },
  })
  const language = (value: Language): PaletteItem => ({
    id: `language-${value}`,
    icon: IconLanguage,
    label: t('language', { language: languageNames[value] }),
    hidden: true,
    run: () => {
      void chooseLanguage(value)
      save.mutate({ language: value })
    },
  })
  return [...themes.map(theme), ...languageOptions(languages).map(({ value }) => language(value))]
}
