import { Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { FileDrop } from '../../../../ui/file/FileDrop.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { parseCsvFile, type CsvTable, type UnreadableReason } from './parse-csv.ts'

/** Reads a CSV file that the therapist chooses or drops, and calls `onTable` with its rows. */
export function ChooseImportFile({ onTable }: { onTable: (table: CsvTable) => void }) {
  const { t } = useTranslation('import')
  const id = useId()
  const [problem, setProblem] = useState<UnreadableReason | null>(null)
  const read = async (file: File) => {
    const table = await parseCsvFile(file).catch((): UnreadableReason => 'unreadable')
    setProblem(typeof table === 'string' ? table : null)
    if (typeof table !== 'string') onTable(table)
  }
  return (
    <Section title={<label htmlFor={id}>{t('choose.label')}</label>}>
      <FileDrop
        id={id}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        button={t('choose.button')}
        drop={t('choose.drop')}
        onFile={(file) => void read(file)}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('choose.hint')}
      </Text>
      <FormError>{problem && t(`choose.${problem}`)}</FormError>
    </Section>
  )
}
