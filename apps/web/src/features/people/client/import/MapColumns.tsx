import { Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { useTranslation } from 'react-i18next'
import { isLanguage, languageOptions } from '../../../../platform/settings/language.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { hasNames, importFields, mapColumn, type ColumnMapping } from './column-mapping.ts'
import { useFieldLabel } from './use-field-label.ts'
import classes from './Import.module.css'
import type { CsvTable } from './parse-csv.ts'

export type ImportSettings = { heading: boolean; mapping: ColumnMapping; language: Language }
type Props = { table: CsvTable; settings: ImportSettings; onChange: (settings: ImportSettings) => void }

/** Lets the therapist map the columns of the file to fields. Suggests a mapping and shows examples of each column. */
export function MapColumns({ table, settings, onChange }: Props) {
  const { t } = useTranslation('import')
  const { heading, mapping, language } = settings
  return (
    <Section title={t('map.title')} hint={t('map.hint')}>
      {table.encoding === 'windows-1252' && <Callout kind="warning">{t('file.old')}</Callout>}
      <Group gap="lg" my="md" align="flex-end">
        <NativeSelect
          label={t('file.language')}
          value={language}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (isLanguage(value)) onChange({ ...settings, language: value })
          }}
          data={languageOptions(useProductSettings().languages, language)}
        />
        <Checkbox
          pb={8}
          label={t('file.heading')}
          checked={heading}
          onChange={(event) => onChange({ ...settings, heading: event.currentTarget.checked })}
        />
      </Group>
      <ColumnFields table={table} settings={settings} onChange={onChange} />
      {!hasNames(mapping) && (
        <Text size="sm" c="var(--attune-danger)" mt="md" role="status">
          {t('map.names')}
        </Text>
      )}
    </Section>
  )
}

/**
 * Renders a select for each column of the file, with up to three sample values. The person selects the client field
 * that the column contains.
 */
function ColumnFields({ table, settings, onChange }: Props) {
  const { t } = useTranslation('import')
  const label = useFieldLabel()
  const { heading, mapping } = settings
  const [first = []] = table.rows
  const body = heading ? table.rows.slice(1) : table.rows
  const nameOf = (at: number) => (heading && first[at]?.trim()) || t('map.column', { number: at + 1 })
  const sampleOf = (at: number) =>
    body
      .flatMap((row) => row[at]?.trim() || [])
      .slice(0, 3)
      .join(', ')
  const choices = [
    { value: '', label: t('map.none') },
    ...importFields.map((value) => ({ value, label: label(value) })),
  ]
  return (
    <div className={classes.columns}>
      {mapping.map((field, at) => (
        // The index is the key, because columns may have no heading.
        <div key={at}>
          <NativeSelect
            label={nameOf(at)}
            aria-label={t('map.holds', { column: nameOf(at) })}
            value={field ?? ''}
            data={choices}
            onChange={(event) => {
              const chosen = importFields.find((one) => one === event.currentTarget.value) ?? null
              onChange({ ...settings, mapping: mapColumn(mapping, at, chosen) })
            }}
          />
          <p className={classes.sample}>{sampleOf(at)}</p>
        </div>
      ))}
    </div>
  )
}
