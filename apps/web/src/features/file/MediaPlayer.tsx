import type { File as StoredFile } from '@attune/contract/features/file'
import { ActionIcon } from '@mantine/core'
import { IconRewindBackward10, IconRewindForward10 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../ui/base/Callout.tsx'
import classes from './file.module.css'
import { formatSeconds } from './format-file.ts'
import { useFileAddress } from './use-file-address.ts'
import { useFileName } from './use-file-name.ts'

/**
 * Plays audio or video, with buttons that skip ten seconds. When the temporary address of the file expires, playback
 * continues with a new address.
 */
export function MediaPlayer({ file }: { file: StoredFile }) {
  const { t } = useTranslation('file')
  const fileName = useFileName()
  const { url, gone, failed, renew } = useFileAddress(file.id, 'whole')
  const { attach, step, failures, events } = usePlayback(renew)
  if (gone || failed || failures > 3) {
    return (
      <Callout kind="danger" urgent>
        {t(file.kind === 'audio' ? 'problem.audio' : 'problem.video')}
      </Callout>
    )
  }
  const Media = file.kind === 'audio' ? 'audio' : 'video'
  return (
    <div className={classes.player} data-kind={file.kind}>
      <Media ref={attach} src={url ?? undefined} controls preload="metadata" aria-label={fileName(file)} {...events} />
      <div className={classes.steps}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('view.back')} onClick={() => step(-10)}>
          <IconRewindBackward10 size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('view.forward')} onClick={() => step(10)}>
          <IconRewindForward10 size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
        {file.seconds !== null && <span className={classes.dim}>{formatSeconds(file.seconds)}</span>}
      </div>
    </div>
  )
}

type MediaEvent = { currentTarget: HTMLMediaElement }

/**
 * Renews the address of the file after an error and returns to the same position. Continues to play if the file was
 * playing before. `failures` counts the errors since playback last started.
 */
function usePlayback(renew: () => Promise<unknown>) {
  const [failures, setFailures] = useState(0)
  const media = useRef<HTMLMediaElement>(null)
  const at = useRef(0)
  const playing = useRef(false)
  const events = {
    onTimeUpdate: ({ currentTarget }: MediaEvent) => {
      at.current = currentTarget.currentTime
    },
    onLoadedMetadata: ({ currentTarget }: MediaEvent) => {
      if (at.current > 0) currentTarget.currentTime = at.current
      if (playing.current) void currentTarget.play().catch(() => {})
    },
    onPlay: () => {
      playing.current = true
    },
    onPause: ({ currentTarget }: MediaEvent) => {
      // The browser also pauses after an error, such as a lost connection. After such a pause, playback continues once
      // the file can be loaded again.
      playing.current = currentTarget.error !== null && playing.current
    },
    onPlaying: () => setFailures(0),
    onError: () => {
      setFailures((before) => before + 1)
      void renew()
    },
  }
  const attach = (element: HTMLMediaElement | null) => {
    media.current = element
  }
  const step = (seconds: number) => {
    const { current } = media
    if (current) current.currentTime = Math.max(current.currentTime + seconds, 0)
  }
  return { attach, step, failures, events }
}
