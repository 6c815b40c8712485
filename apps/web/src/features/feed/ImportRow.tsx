import type { ImportedCalendar } from '@attune/contract/features/calendar'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { agoText, timeText } from '../../ui/moment.ts'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { Row } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/use-now.ts'
import { AskDialog } from './AskDialog.tsx'
import classes from './feed.module.css'
import { RenameImport } from './RenameImport.tsx'

type Props = { calendar: ImportedCalendar; onChanged: () => void }

/** An imported calendar: its state, the remedy for an error, and the button to read it now. */
export function ImportRow({ calendar, onChanged }: Props) {
  const { t } = useTranslation('feeds')
  const words = useErrorWords()
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const { id, name, host, error } = calendar
  const read = useMutation({
    mutationFn: () => api.calendar.readImport({ id }),
    onSuccess: (now) => {
      if (now.state === 'ok') toast.success(t('imports.read', { name, count: now.events }))
      else toast.warning(t('imports.notRead', { name }))
      onChanged()
    },
  })
  const remove = async () => {
    await api.calendar.removeImport({ id })
    toast.success(t('imports.removed', { name }))
    onChanged()
  }
  return (
    <Row wraps>
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <Facts>
          {host}
          <State calendar={calendar} />
        </Facts>
        {error && (
          <p className={classes.quiet}>
            {t(`problem.${error}`)} {t(`remedy.${error}`)}
          </p>
        )}
        {read.isError && <FormError>{words(read.error)}</FormError>}
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
        <MoreMenu
          label={t('imports.more', { name })}
          items={[
            { label: t('imports.rename'), icon: IconPencil, onClick: () => setAsked('rename') },
            { label: t('imports.remove'), icon: IconTrash, onClick: () => setAsked('remove'), danger: true },
          ]}
        />
      </div>
      {asked === 'rename' && <RenameImport calendar={calendar} onRenamed={onChanged} onClose={() => setAsked(null)} />}
      {asked === 'remove' && <AskDialog words="ending" name={name} act={remove} onClose={() => setAsked(null)} />}
    </Row>
  )
}

/** The time of the last read, and after a failure the time of the next attempt. */
function State({ calendar }: { calendar: ImportedCalendar }) {
  const { t } = useTranslation('feeds')
  const reader = useReader()
  const now = useNow()
  const { state, readAt, nextReadAt, events } = calendar
  const ago = readAt && (agoText(readAt, reader.language, now) ?? t('own.justNow'))
  if (state === 'failing') {
    const next = timeText(nextReadAt, reader)
    return (
      <Mark icon={IconAlertTriangle} tone="warning">
        {ago ? t('state.failing', { ago, next }) : t('state.never', { next })}
      </Mark>
    )
  }
  if (state === 'new' || !ago) return <Mark icon={IconHourglass}>{t('state.new')}</Mark>
  return <Mark icon={IconCircleCheck}>{t('state.ok', { ago, count: events })}</Mark>
}
