import type { ClientId } from '@attune/contract/common/ids'
import type { MeasureToSend } from '@attune/contract/features/care/task/task.measures'
import {
  IconCalendarPlus,
  IconClockPlus,
  IconFileExport,
  IconListCheck,
  IconMessage,
  IconNotes,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { OpenDialog } from '../ShellDialog.tsx'
import { measureActs } from './measure-items.ts'
import type { PaletteItem } from './palette-items.ts'

/** A client whom the search has found. */
export type FoundClient = { id: ClientId; name: string; isActive: boolean; hasAccount: boolean }

/** The functions that the palette's commands need. */
export type PaletteOptions = {
  t: TFunction<['palette', 'shell']>
  /** Returns a function that opens the page at an address. */
  go: (href: string) => () => void
  show: (over: OpenDialog) => void
}

type ClientActOptions = PaletteOptions & { measures: readonly MeasureToSend[] }
type ClientAct = Pick<PaletteItem, 'id' | 'icon' | 'label' | 'keywords' | 'run'>

/** Returns the commands for a client who is not inactive: session, tasks, form and waiting list. */
function actsOfActive({ id, name }: FoundClient, { t, show, measures }: ClientActOptions): ClientAct[] {
  const client = { id, name }
  return [
    {
      id: 'planWith',
      icon: IconCalendarPlus,
      label: t('planWith', { name }),
      keywords: t('keywords.plan'),
      run: () => show({ kind: 'plan', client }),
    },
    {
      id: 'assignTo',
      icon: IconListCheck,
      label: t('assignTo', { name }),
      keywords: t('keywords.task'),
      run: () => show({ kind: 'assign', client }),
    },
    ...measureActs(client, { t, show, measures }),
    {
      id: 'sendFormTo',
      icon: IconSend,
      label: t('sendFormTo', { name }),
      keywords: t('keywords.form'),
      run: () => show({ kind: 'send-form', client }),
    },
    {
      id: 'waitingListFor',
      icon: IconClockPlus,
      label: t('waitingListFor', { name }),
      keywords: t('keywords.waiting'),
      run: () => show({ kind: 'waiting-list', client }),
    },
  ]
}

/** Returns the commands for the record of any client: message, notes and export. A client without an account gets no message. */
function actsOfRecord({ id, name, hasAccount }: FoundClient, { t, go, show }: PaletteOptions): ClientAct[] {
  const notes = `/dashboard/therapist/clients/${id}/client-profile?tab=notes`
  const message = {
    id: 'messageTo',
    icon: IconMessage,
    label: t('messageTo', { name }),
    run: go(`/dashboard/therapist/messages?conversation=${id}`),
  }
  const toExport = () => show({ kind: 'export', client: { id, name } })
  return [
    ...(hasAccount ? [message] : []),
    { id: 'noteOn', icon: IconPencil, label: t('noteOn', { name }), run: go(`${notes}&note=client`) },
    { id: 'notesOf', icon: IconNotes, label: t('notesOf', { name }), run: go(notes) },
    { id: 'exportOf', icon: IconFileExport, label: t('exportOf', { name }), run: toExport },
  ]
}

/** Returns the palette's commands for a client that the search has found. */
export const clientActs = (client: FoundClient, options: ClientActOptions): PaletteItem[] =>
  [...(client.isActive ? actsOfActive(client, options) : []), ...actsOfRecord(client, options)].map(
    ({ id, ...act }) => ({ ...act, id: `${id}-${client.id}`, alwaysShown: true }),
  )
