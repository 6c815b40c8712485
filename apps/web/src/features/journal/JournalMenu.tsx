import { IconBulb, IconBulbOff, IconFileTypePdf, IconFileZip, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { momentWithin } from '../../ui/moment.ts'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { toast } from '../../ui/toast.ts'
import { usePrompts } from './use-prompts.ts'

/** Downloads a file. A refusal is then a failed download and does not replace this page. */
function fetchFile(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Less frequent actions for the whole journal. */
export function JournalMenu() {
  const { t } = useTranslation('journal')
  const navigate = useNavigate()
  const prompts = usePrompts()
  const reader = useReader()
  const refused = (error: unknown) => {
    if (codeOf(error) === 'BUSY') return t('export.busy')
    if (codeOf(error) !== 'TOO_MANY') return t('export.failed')
    const { retryAfterSeconds } = (error as { data: { retryAfterSeconds: number } }).data
    // Rounded up to the next minute, because seconds are not shown.
    const again = new Date(Math.ceil((Date.now() + retryAfterSeconds * 1000) / 60_000) * 60_000)
    return t('export.tooMany', { when: momentWithin(again.toISOString(), reader) })
  }
  const exportAll = useMutation({
    mutationFn: (as: 'pdf' | 'markdown') => api.journal.exportAll({ as }),
    onSuccess: ({ url }) => {
      fetchFile(url)
      toast.info(t('export.begun'))
    },
    onError: (error) => toast.error(refused(error)),
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
