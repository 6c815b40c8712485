import { IconBulb, IconBulbOff, IconFileTypePdf, IconFileZip, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { toast } from '../../ui/toast.ts'
import { usePrompts } from './use-prompts.ts'

/** What is done less often with the whole journal. */
export function JournalMenu() {
  const { t } = useTranslation('journal')
  const navigate = useNavigate()
  const prompts = usePrompts()
  const exportAll = useMutation({
    mutationFn: (as: 'pdf' | 'markdown') => api.journal.exportAll({ as }),
    onSuccess: ({ url }) => {
      location.assign(url)
      toast.info(t('export.begun'))
    },
    onError: () => toast.error(t('export.failed')),
  })
  return (
    <MoreMenu
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
