import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../platform/language.ts'
import { useReader } from '../../../platform/reader.ts'
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx'
import { dayOf } from '../../../ui/moment.ts'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { hasNames, suggestMapping } from './columns.ts'
import classes from './Import.module.css'
import { InviteLines } from './InviteLines.tsx'
import { goesAlong, readLines } from './lines.ts'
import { MapColumns, type Settings } from './MapColumns.tsx'
import type { Table } from './parse.ts'
import { Faults, Preview } from './Preview.tsx'
import { useImport } from './use-import.ts'

/** Imports clients from a CSV file: choose the file, map its columns, review the problems, import. Sends no emails. */
export function ImportPage() {
  const { t } = useTranslation('import')
  const [table, setTable] = useState<Table | null>(null)
  const [settings, setSettings] = useState<Settings | null>(null)
  const begin = (read: Table) => {
    const [first = []] = read.rows
    const mapping = suggestMapping(first)
    const width = Math.max(...read.rows.slice(0, 50).map((row) => row.length))
    const whole = Array.from({ length: width }, (_, at) => mapping[at] ?? null)
    setSettings({ heading: mapping.some(Boolean), mapping: whole, language: currentLanguage() })
    setTable(read)
  }
  return (
    <div className={classes.page}>
      <PageHead title={t('title')} facts={t('subtitle')} />
      {table && settings ? (
        <ReviewImport table={table} settings={settings} onChange={setSettings} onOther={() => setTable(null)} />
      ) : (
        <ChooseFile onTable={begin} />
      )}
    </div>
  )
}

type ReviewProps = { table: Table; settings: Settings; onChange: (settings: Settings) => void; onOther: () => void }

function ReviewImport({ table, settings, onChange, onOther }: ReviewProps) {
  const { t } = useTranslation('import')
  const reader = useReader()
  const today = dayOf(useNow().toISOString(), reader)
  const lines = useMemo(() => {
    const { heading, mapping, language } = settings
    return readLines(heading ? table.rows.slice(1) : table.rows, mapping, { heading, language, today })
  }, [table, settings, today])
  const good = lines.filter(goesAlong)
  const { state, start } = useImport()
  if (state.step === 'done') return <InviteLines rows={state.rows} outcome={state.outcome} />
  const busy = state.step === 'running'
  const sent = state.step === 'idle' ? 0 : state.sent
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={550}>{t('file.lines', { name: table.name, count: lines.length })}</Text>
        <Button variant="default" size="compact-sm" disabled={busy} onClick={onOther}>
          {t('choose.other')}
        </Button>
      </Group>
      {state.step === 'idle' && (
        <>
          <MapColumns table={table} settings={settings} onChange={onChange} />
          {hasNames(settings.mapping) && <Faults lines={lines} />}
          {hasNames(settings.mapping) && <Preview lines={lines} />}
          <Group justify="flex-end">
            <Button
              disabled={!hasNames(settings.mapping) || good.length === 0}
              onClick={() => start(good.map(({ client }) => client))}
            >
              {t('send.submit', { count: good.length })}
            </Button>
          </Group>
        </>
      )}
      {state.step !== 'idle' && (
        <Section title={t('send.submit', { count: good.length })}>
          <progress className={classes.progress} max={good.length} value={sent} aria-label={t('title')} />
          <Text size="sm" role="status">
            {t('send.running', { sent, count: good.length })}
          </Text>
          {state.step === 'broken' && (
            <Note
              kind="danger"
              urgent
              action={<Button onClick={() => start(good.map(({ client }) => client))}>{t('send.goOn')}</Button>}
            >
              {t('send.broken', { sent, count: good.length })}
            </Note>
          )}
        </Section>
      )}
      <LeaveGuard
        when={state.step !== 'idle'}
        title={t('leave.title')}
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.leave')}
      />
    </>
  )
}
