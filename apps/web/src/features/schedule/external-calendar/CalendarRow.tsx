import type {
  ExternalAccount,
  ExternalCalendar,
} from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconSettings, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { agoText, timeText } from '../../../ui/page/date-text.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow } from '../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { ColorDot } from './AddCalendarDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { useAccountName } from './use-account-name.ts'
import { useFailureText, useProblemText } from './use-failure-text.ts'
import classes from './external-calendar.module.css'

type Props = { calendar: ExternalCalendar; account: ExternalAccount; onChanged: () => void }

/** Shows a calendar: its state, its last sync, and buttons to sync it now, change it and remove it. */
export function CalendarRow({ calendar, account, onChanged }: Props) {
  const { t } = useTranslation('externalCalendar')
  const failure = useFailureText(account.provider)
  const host = useAccountName()(account)
  const [asked, setAsked] = useState<'settings' | 'remove' | null>(null)
  const { id, name, written, state } = calendar
  const sync = useSyncNow(calendar, onChanged)
  const remove = async (events: 'stay' | 'delete') => {
    await api.externalCalendar.remove({ id, events })
    toast.success(t('removing.done', { name }))
    onChanged()
  }
  return (
    <CardRow wraps>
      <div className={classes.about}>
        <Facts calendar={calendar} provider={account.provider} />
        {sync.isError && <FormError>{failure(sync.error)}</FormError>}
      </div>
      {state !== 'removing' && <RowActions calendar={calendar} sync={sync} onAsk={setAsked} />}
      {asked === 'settings' && (
        <SettingsDialog calendar={calendar} host={host} onSaved={onChanged} onClose={() => setAsked(null)} />
      )}
      {asked === 'remove' && (
        <RemoveDialog
          textKey="removing"
          name={name}
          hasEvents={written > 0 && state !== 'stopped'}
          act={remove}
          onClose={() => setAsked(null)}
        />
      )}
    </CardRow>
  )
}

type ActionProps = {
  calendar: ExternalCalendar
  sync: ReturnType<typeof useSyncNow>
  onAsk: (what: 'settings' | 'remove') => void
}

function RowActions({ calendar: { name, state }, sync, onAsk }: ActionProps) {
  const { t } = useTranslation('externalCalendar')
  return (
    <div className={classes.buttons}>
      {state !== 'stopped' && (
        <Button
          variant="default"
          aria-label={t('row.nowOf', { name })}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {t('row.now')}
        </Button>
      )}
      <ActionMenu
        label={t('row.more', { name })}
        items={[
          { label: t('settings.open'), icon: IconSettings, onClick: () => onAsk('settings') },
          { label: t('removing.open'), icon: IconTrash, onClick: () => onAsk('remove'), danger: true },
        ]}
      />
    </div>
  )
}

/** Returns the mutation that syncs the calendar now and shows the result in a toast. */
function useSyncNow({ id, name }: ExternalCalendar, onChanged: () => void) {
  const { t } = useTranslation('externalCalendar')
  return useMutation({
    mutationFn: () => api.externalCalendar.syncNow({ id }),
    onSuccess: (now) => {
      if (now.state === 'ok') toast.success(t('row.synced', { name }))
      // A sync that takes longer continues on the server, and the page shows its state.
      else if (now.error) toast.warning(t('row.notSynced', { name }))
      onChanged()
    },
  })
}

function Facts({ calendar, provider }: { calendar: ExternalCalendar; provider: ExternalAccount['provider'] }) {
  const { t } = useTranslation('externalCalendar')
  const problemText = useProblemText(provider)
  const locale = useLocale()
  const now = useNow()
  const { name, color, direction, events, written, unreadable, error, comparison } = calendar
  const ago = comparison && (agoText(comparison.at, locale.language, now) ?? t('row.justNow'))
  return (
    <>
      <span className={classes.name}>
        <ColorDot color={color} />
        {name}
      </span>
      <MetaList>
        {t(`row.direction.${direction}`)}
        <State calendar={calendar} />
      </MetaList>
      <p className={classes.quiet}>
        {[
          direction !== 'write' && t('row.events', { count: events }),
          direction !== 'read' && t('row.written', { count: written }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {comparison && (
        <p className={classes.quiet}>
          {t('row.compared', { ago, count: comparison.events })}{' '}
          {comparison.repaired > 0 ? t('row.repaired', { count: comparison.repaired }) : t('row.equal')}
        </p>
      )}
      {unreadable > 0 && <p className={classes.quiet}>{t('row.unreadable', { count: unreadable })}</p>}
      {error && <p className={classes.quiet}>{problemText(error)}</p>}
    </>
  )
}

function State({ calendar }: { calendar: ExternalCalendar }) {
  const { t } = useTranslation('externalCalendar')
  const locale = useLocale()
  const now = useNow()
  const { state, syncedAt, nextSyncAt } = calendar
  const ago = syncedAt && (agoText(syncedAt, locale.language, now) ?? t('row.justNow'))
  if (state === 'removing') return <StatusBadge icon={IconHourglass}>{t('state.removing')}</StatusBadge>
  if (state === 'stopped')
    return (
      <StatusBadge icon={IconAlertTriangle} tone="warning">
        {ago ? t('state.stoppedSince', { ago }) : t('state.stopped')}
      </StatusBadge>
    )
  if (state === 'failing') {
    const next = nextSyncAt && timeText(nextSyncAt, locale)
    return (
      <StatusBadge icon={IconAlertTriangle} tone="warning">
        {ago ? t('state.failing', { ago, next }) : t('state.never', { next })}
      </StatusBadge>
    )
  }
  if (!ago) return <StatusBadge icon={IconHourglass}>{t('state.new')}</StatusBadge>
  return <StatusBadge icon={IconCircleCheck}>{t('state.ok', { ago })}</StatusBadge>
}
