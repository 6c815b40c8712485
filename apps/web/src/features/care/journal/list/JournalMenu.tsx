import { IconBulb, IconBulbOff, IconFileTypePdf, IconFileZip, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { startDownload } from '../../../../ui/page/start-download.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useWritingPrompts } from '../prompt/use-writing-prompts.ts'

/** The menu with the less frequent actions for the whole journal, such as the export. */
export function JournalMenu() {
  const { t } = useTranslation('journal')
  const navigate = useNavigate()
  const prompts = useWritingPrompts()
  const locale = useLocale()
  const refused = (error: unknown) => {
    if (errorCode(error) === 'BUSY') return t('export.busy')
    if (errorCode(error) !== 'TOO_MANY') return t('export.failed')
    const { retryAfterSeconds } = (error as { data: { retryAfterSeconds: number } }).data
    // Rounds up to the next minute, because the message shows no seconds.
    const again = new Date(Math.ceil((Date.now() + retryAfterSeconds * 1000) / 60_000) * 60_000)
    return t('export.tooMany', { when: momentInSentence(again.toISOString(), locale) })
  }
  const exportAll = useMutation({
    mutationFn: (as: 'pdf' | 'markdown') => api.journal.exportAll({ as }),
    onSuccess: ({ url }) => {
      startDownload(url)
      toast.info(t('export.begun'))
    },
    onError: (error) => toast.error(refused(error)),
  })
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
