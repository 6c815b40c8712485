import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { ChooseImportFile } from './ChooseImportFile.tsx'
import classes from './Import.module.css'
import type { CsvTable } from './parse-csv.ts'

const ReviewImport = lazyNamed(() => import('./ReviewImport.tsx'), 'ReviewImport')

/**
 * Imports clients from a CSV file. The therapist chooses the file, maps its columns, reviews the problems and imports.
 * The import itself sends no emails.
 */
export function ImportPage() {
  const { t } = useTranslation('import')
  const [table, setTable] = useState<CsvTable | null>(null)
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={t('subtitle')} />
      {table ? <ReviewImport table={table} onOther={() => setTable(null)} /> : <ChooseImportFile onTable={setTable} />}
    </div>
  )
}
