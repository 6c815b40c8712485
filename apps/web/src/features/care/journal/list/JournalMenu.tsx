import { IconBulb, IconBulbOff, IconFileTypePdf, IconFileZip, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { useWritingPrompts } from '../prompt/use-writing-prompts.ts'
import { useJournalExport } from './use-journal-export.ts'

/** The menu with the less frequent actions for the whole journal, such as the export. */
export function JournalMenu() {
  const { t } = useTranslation('journal')
  const navigate = useNavigate()
  const prompts = useWritingPrompts()
  const exportAll = useJournalExport()
  return (
    <ActionMenu
      label={t('menu')}
      items={[
        { label: t('export.pdf'), icon: IconFileTypePdf, onClick: () => exportAll.mutate('pdf') },
        { label: t('export.markdown'), icon: IconFileZip, onClick: () => exportAll.mutate('markdown') },
        {
          label: t(prompts.on ? 'prompt.turnOff' : 'prompt.turnOn'),
          icon: prompts.on ? IconBulbOff : IconBulb,
          onClick: () => prompts.turn(!prompts.on),
        },
        {
          label: t('bin.open'),
          icon: IconTrash,
          onClick: () => void navigate({ to: '/dashboard/client/journal', search: { bin: true } }),
        },
      ]}
    />
  )
}
