import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { UnsavedChangesGuard } from '../../../../ui/dialog/UnsavedChangesGuard.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { ExistingClients } from './comparison/ExistingClients.tsx'
import { hasNames, suggestMapping } from './column-mapping.ts'
import classes from './Import.module.css'
import { InviteImportedClients } from './InviteImportedClients.tsx'
import { isImportable, readImportLines } from './import-lines.ts'
import { MapColumns, type ImportSettings } from './MapColumns.tsx'
import type { CsvTable } from './parse-csv.ts'
import { ImportFaults, ImportPreview } from './ImportPreview.tsx'
import { useClientImport } from './use-client-import.ts'
import { useImportComparison } from './comparison/use-import-comparison.ts'

/** Returns the settings that a file suggests. `today` is `YYYY-MM-DD`. */
function suggestedSettings({ rows }: CsvTable, today: string): ImportSettings {
  const [first = []] = rows
  const heading = suggestMapping(first).some(Boolean)
  const mapping = suggestMapping(heading ? first : [], { rows: heading ? rows.slice(1) : rows, today })
  const width = Math.max(...rows.slice(0, 50).map((row) => row.length))
  const whole = Array.from({ length: width }, (_, at) => mapping[at] ?? null)
  return { heading, mapping: whole, language: currentLanguage() }
}

type Props = { table: CsvTable; onOther: () => void }

/** Shows the fields of the columns, the problems and the clients of a file, and imports the clients. */
export function ReviewImport({ table, onOther }: Props) {
  const { t } = useTranslation('import')
  const locale = useLocale()
  const today = localDay(useNow().toISOString(), locale)
  const [settings, setSettings] = useState(() => suggestedSettings(table, today))
  const lines = useMemo(() => {
    const { heading, mapping, language } = settings
    return readImportLines(heading ? table.rows.slice(1) : table.rows, mapping, { heading, language, today })
  }, [table, settings, today])
  const good = useMemo(() => lines.filter(isImportable), [lines])
  const comparison = useImportComparison(good)
  const { state, start } = useClientImport()
  if (state.step === 'done') return <InviteImportedClients rows={state.rows} outcome={state.outcome} />
  const busy = state.step === 'running'
  const fresh = good.length - (comparison.data ?? []).filter(({ kind }) => kind === 'known').length
  const send = () => start(good.map(({ client }) => client))
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
          <MapColumns table={table} settings={settings} onChange={setSettings} />
          {hasNames(settings.mapping) && <ImportFaults lines={lines} />}
          {hasNames(settings.mapping) && <ExistingClients read={comparison} />}
          {hasNames(settings.mapping) && <ImportPreview lines={lines} />}
          <Group justify="flex-end">
            <Button disabled={!hasNames(settings.mapping) || good.length === 0} onClick={send}>
              {fresh === 0 && good.length > 0 ? t('send.knownOnly') : t('send.submit', { count: fresh })}
            </Button>
          </Group>
        </>
      )}
      {state.step !== 'idle' && (
        <ImportProgress sent={state.sent} count={good.length} onGoOn={state.step === 'broken' ? send : null} />
      )}
      <UnsavedChangesGuard
        when={state.step !== 'idle'}
        title={t('leave.title')}
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.leave')}
      />
    </>
  )
}

type ProgressProps = {
  sent: number
  count: number
  /** Continues an interrupted import; null while the import runs. */
  onGoOn: (() => void) | null
}

function ImportProgress({ sent, count, onGoOn }: ProgressProps) {
  const { t } = useTranslation('import')
  return (
    <Section title={t('title')}>
      <progress className={classes.progress} max={count} value={sent} aria-label={t('title')} />
      <Text size="sm" role="status">
        {t('send.running', { sent, count })}
      </Text>
      {onGoOn && (
        <Callout kind="danger" urgent action={<Button onClick={onGoOn}>{t('send.goOn')}</Button>}>
          {t('send.broken', { sent, count })}
        </Callout>
      )}
    </Section>
  )
}
