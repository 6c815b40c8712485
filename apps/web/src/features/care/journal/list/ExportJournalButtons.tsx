import { Button, Group } from '@mantine/core'
import { IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useJournalExport } from './use-journal-export.ts'

const formats = { pdf: IconFileTypePdf, markdown: IconFileZip } as const

/** One button per format in which a client downloads the whole journal. */
export function ExportJournalButtons() {
  const { t } = useTranslation('journal')
  const exportAll = useJournalExport()
  return (
    <Group gap="xs">
      {(['pdf', 'markdown'] as const).map((format) => {
        const Icon = formats[format]
        return (
          <Button
            key={format}
            variant="default"
            h="auto"
            mih={44}
            py={6}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'left' } }}
            loading={exportAll.isPending && exportAll.variables === format}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            onClick={() => exportAll.mutate(format)}
          >
            {t(`export.${format}`)}
          </Button>
        )
      })}
    </Group>
  )
}
