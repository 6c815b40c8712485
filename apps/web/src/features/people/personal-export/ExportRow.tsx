import type { PersonalExport } from '@attune/contract/features/people/personal-export/personal-export'
import { formatFileSize } from '../../care/file/file.ts'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { CardRow } from '../../../ui/page/Section.tsx'
import { startDownload } from '../../../ui/page/start-download.ts'
import classes from './personal-export.module.css'
import { useExportRefusal } from './use-export-refusal.ts'

type Props = {
  label: string
  hint: string
  latest: PersonalExport | null
  /** Returns the text about the number of finished parts of an export in progress. */
  progress: (of: { done: number; parts: number }) => string
  /** The button that makes an export, or asks for its content first. */
  make: { onClick: () => void; isPending: boolean; error: unknown }
  remove: () => Promise<unknown>
  download: () => Promise<{ url: string }>
  onChange: () => void
}

/** An export of a person: makes one, shows its progress, and downloads or deletes it. */
export function ExportRow({ label, hint, latest, progress, make, onChange, ...calls }: Props) {
  const { t } = useTranslation('personalExport')
  const remove = useMutation({ mutationFn: calls.remove, onSettled: onChange })
  const download = useMutation({
    mutationFn: calls.download,
    onSuccess: ({ url }) => startDownload(url),
    onError: onChange,
  })
  const failed = [make.error, remove.error, download.error].find(Boolean)
  const state = useStateText(latest, progress)
  const startAgain = () => {
    remove.reset()
    download.reset()
    make.onClick()
  }
  return (
    <>
      <SettingRow label={label} hint={hint} state={state} narrow>
        {latest?.state === 'making' ? (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('cancel')}
          </Button>
        ) : (
          <Group gap="xs">
            {latest?.state === 'ready' && (
              <>
                <Button loading={download.isPending} onClick={() => download.mutate()}>
                  {t('download')}
                </Button>
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                  {t('delete')}
                </Button>
              </>
            )}
            <Button variant="default" loading={make.isPending} onClick={startAgain}>
              {t(latest?.state === 'ready' ? 'makeNew' : latest ? 'again' : 'make')}
            </Button>
          </Group>
        )}
      </SettingRow>
      <ExportNotices latest={latest} state={state} failed={failed} />
    </>
  )
}

type NoticesProps = { latest: PersonalExport | null; state: string; failed: unknown }

/** The progress of an export that is being made, or the reason why the last export or the last call failed. */
function ExportNotices({ latest, state, failed }: NoticesProps) {
  const { t } = useTranslation('personalExport')
  const refusal = useExportRefusal()
  if (failed)
    return (
      <CardRow>
        <Callout kind="danger" urgent>
          {refusal(failed)}
        </Callout>
      </CardRow>
    )
  if (latest?.state === 'failed')
    return (
      <CardRow>
        <Callout kind="danger">{t(`reason.${latest.reason ?? 'FAILED'}`)}</Callout>
      </CardRow>
    )
  if (latest?.state !== 'making' || latest.parts === 0) return null
  return (
    <CardRow>
      <progress className={classes.progress} aria-label={state} max={latest.parts} value={latest.done} />
    </CardRow>
  )
}

/** Returns the text about an export that is being made or ready; empty for one that failed. */
function useStateText(latest: PersonalExport | null, progress: Props['progress']): string {
  const { t } = useTranslation('personalExport')
  const locale = useLocale()
  if (!latest || latest.state === 'failed') return ''
  if (latest.state === 'making') return latest.parts === 0 ? t('waiting') : progress(latest)
  return t('ready', {
    size: formatFileSize(latest.bytes ?? 0, locale.language),
    until: momentInSentence(latest.expiresAt ?? '', locale),
  })
}
