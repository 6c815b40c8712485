import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const ExportMenu = lazyNamed(() => import('./ExportMenu.tsx'), 'ExportMenu')

type Props = { compact?: boolean; canExport: boolean }

/**
 * A link to the import of clients, and a menu that downloads all clients as a CSV file or leads to the export of all records. With `compact`, both
 * are icons. Without `canExport`, which is true if there are clients, there is no menu.
 */
export function ImportExportButtons({ compact = false, canExport }: Props) {
  const { t } = useTranslation('client')
  const exporting = canExport && <ExportButton compact={compact} />
  if (compact)
    return (
      <Group gap={8} wrap="nowrap">
        <ActionIcon {...icon} aria-label={t('list.import')} renderRoot={(root) => <Link {...root} to={importPath} />}>
          <IconFileImport size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
        {exporting}
      </Group>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} aria-hidden />}
        renderRoot={(root) => <Link {...root} to={importPath} />}
      >
        {t('list.import')}
      </Button>
      {exporting}
    </>
  )
}

function ExportButton({ compact }: { compact: boolean }) {
  const { t } = useTranslation('client')
  const [open, setOpen] = useState(false)
  const label = t('list.export')
  const opener = { 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: () => setOpen(!open) } as const
  return (
    <Box pos="relative">
      {compact ? (
        <ActionIcon {...icon} aria-label={label} {...opener}>
          <IconFileExport size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          leftSection={<IconFileExport size={18} aria-hidden />}

          {...opener}
        >
          {label}
        </Button>
      )}
      {open && <ExportMenu label={label} onClose={() => setOpen(false)} />}
    </Box>
  )
}

const importPath = '/dashboard/therapist/clients/import'
const icon = { variant: 'default', size: 44 } as const
