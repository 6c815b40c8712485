import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { startDownload } from '../../../../ui/page/start-download.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** Returns a mutation that downloads the whole journal, as a PDF or as text with its files. */
export function useJournalExport() {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  const refused = (error: unknown) => {
    if (errorCode(error) === 'BUSY') return t('export.busy')
    if (errorCode(error) !== 'TOO_MANY') return t('export.failed')
    const { retryAfterSeconds } = (error as { data: { retryAfterSeconds: number } }).data
    // Rounds up to the next minute, because the message shows no seconds.
    const again = new Date(Math.ceil((Date.now() + retryAfterSeconds * 1000) / 60_000) * 60_000)
    return t('export.tooMany', { when: momentInSentence(again.toISOString(), locale) })
  }
  return useMutation({
    mutationFn: (as: 'pdf' | 'markdown') => api.journal.exportAll({ as }),
    onSuccess: ({ url }) => {
      startDownload(url)
      toast.info(t('export.begun'))
    },
    onError: (error) => toast.error(refused(error)),
  })
}
