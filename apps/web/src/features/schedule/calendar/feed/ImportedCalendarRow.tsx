import type { ImportedCalendar } from '@attune/contract/features/schedule/calendar/calendar'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { agoText, timeText } from '../../../../ui/page/date-text.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { CardRow } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { ConfirmFeedActionDialog } from './ConfirmFeedActionDialog.tsx'
import classes from './feed.module.css'
import { RenameImportDialog } from './RenameImportDialog.tsx'

type Props = { calendar: ImportedCalendar; onChanged: () => void }

/** Shows an imported calendar: its state, how to fix an error, and buttons to read it now, rename it and remove it. */
export function ImportedCalendarRow({ calendar, onChanged }: Props) {
  const { t } = useTranslation('feeds')
  const errorText = useErrorMessage()
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const { id, name } = calendar
  const read = useReadNow(calendar, onChanged)
  const remove = async () => {
    await api.calendar.removeImport({ id })
    toast.success(t('imports.removed', { name }))
    onChanged()
  }
  return (
    <CardRow wraps>
      <div className={classes.about}>
        <Facts calendar={calendar} />
        {read.isError && <FormError>{errorText(read.error)}</FormError>}
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          aria-label={t('imports.nowOf', { name })}
          loading={read.isPending}
          onClick={() => read.mutate()}
        >
          {t('imports.now')}
        </Button>
        <ActionMenu
          label={t('imports.more', { name })}
          items={[
            { label: t('imports.rename'), icon: IconPencil, onClick: () => setAsked('rename') },
            { label: t('imports.remove'), icon: IconTrash, onClick: () => setAsked('remove'), danger: true },
          ]}
        />
      </div>
      {asked === 'rename' && (
        <RenameImportDialog calendar={calendar} onRenamed={onChanged} onClose={() => setAsked(null)} />
      )}
      {asked === 'remove' && (
        <ConfirmFeedActionDialog textKey="ending" name={name} act={remove} onClose={() => setAsked(null)} />
      )}
    </CardRow>
  )
}

/** Returns the mutation that reads the calendar now and shows the result in a toast. */
function useReadNow({ id, name }: ImportedCalendar, onChanged: () => void) {
  const { t } = useTranslation('feeds')
  return useMutation({
    mutationFn: () => api.calendar.readImport({ id }),
    onSuccess: (now) => {
      if (now.state === 'ok') toast.success(t('imports.read', { name, count: now.events }))
      else toast.warning(t('imports.notRead', { name }))
      onChanged()
    },
  })
}

/** Shows the calendar's name, host and state. After an error, also shows the problem and how to fix it. */
function Facts({ calendar }: { calendar: ImportedCalendar }) {
  const { t } = useTranslation('feeds')
  const { name, host, error } = calendar
  return (
    <>
      <span className={classes.name}>{name}</span>
      <MetaList>
        {host}
        <State calendar={calendar} />
      </MetaList>
      {error && (
        <p className={classes.quiet}>
          {t(`problem.${error}`)} {t(`remedy.${error}`)}
        </p>
      )}
    </>
  )
}

/** Shows the time of the last read. After a failure, also shows the time of the next attempt. */
function State({ calendar }: { calendar: ImportedCalendar }) {
  const { t } = useTranslation('feeds')
  const locale = useLocale()
  const now = useNow()
  const { state, readAt, nextReadAt, events } = calendar
  const ago = readAt && (agoText(readAt, locale.language, now) ?? t('own.justNow'))
  if (state === 'failing') {
    const next = timeText(nextReadAt, locale)
    return (
      <StatusBadge icon={IconAlertTriangle} tone="warning">
        {ago ? t('state.failing', { ago, next }) : t('state.never', { next })}
      </StatusBadge>
    )
  }
  if (state === 'new' || !ago) return <StatusBadge icon={IconHourglass}>{t('state.new')}</StatusBadge>
  return <StatusBadge icon={IconCircleCheck}>{t('state.ok', { ago, count: events })}</StatusBadge>
}
