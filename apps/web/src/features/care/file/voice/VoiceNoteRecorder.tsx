import { Button } from '@mantine/core'
import { filesPerResource } from '@attune/contract/features/care/file/file.rules'
import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import classes from '../file.module.css'
import type { Uploads } from '../upload/uploads.ts'
import { useRecorder } from './use-recorder.ts'
import { voiceFileName } from '../use-file-name.ts'
import type { Recording } from './recording.ts'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

export function VoiceNoteRecorder({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('file')
  const locale = useLocale()
  const keep = ({ blob, seconds }: Recording) => {
    const name = voiceFileName(t('voice.name'), blob, locale)
    void uploads.add([{ file: new File([blob], name, { type: blob.type }), kind: 'audio', seconds }])
  }
  const recorder = useRecorder(keep)
  const recording = recorder.seconds !== null
  return (
    <div className={classes.voice}>
      <Button
        variant={recording ? 'filled' : 'default'}
        leftSection={
          recording ? (
            <IconPlayerStopFilled size={18} aria-hidden />
          ) : (
            <IconMicrophone size={18} stroke={1.6} aria-hidden />
          )
        }
        disabled={!recording && uploads.items.length >= filesPerResource}
        onClick={recording ? recorder.stop : recorder.start}
      >
        {t(recording ? 'voice.stop' : 'voice.start')}
      </Button>
      {recording && (
        <>
          <span className={classes.time}>{formatSeconds(recorder.seconds ?? 0)}</span>
          <Button variant="subtle" color="gray" onClick={recorder.discard}>
            {t('voice.discard')}
          </Button>
        </>
      )}
      <span className={classes.said} role="status">
        {recording ? t('voice.recording') : ''}
      </span>
      <FormError>{recorder.problem && t(`voice.problem.${recorder.problem}`)}</FormError>
    </div>
  )
}
