import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useImperativeHandle, useState, type KeyboardEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import classes from './audio-player.module.css'
import { SkipButton } from './SkipButton.tsx'
import { skipSeconds, usePlayback } from './use-playback.ts'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

/** Controls a player from outside, for example with the keyboard shortcuts of a message. */
export type AudioHandle = { toggle: () => void; skip: (seconds: number) => void }

/** The element that plays a sound. It is a variable, because the linter would require captions, which a recording of a person does not have. */
const Sound = 'audio'
const speeds = [1, 1.25, 1.5, 1.75, 2]

type Props = {
  /** The URL of the sound; null until it is loaded. */
  url: string | null
  hasFailed: boolean
  /** Called when the URL is needed, and when it no longer works. */
  onRenew: () => void
  label: string
  /** The duration in seconds; null if it is unknown, because browser recordings do not contain it. */
  seconds: number | null
  /** Whether the controls are in the tab order. */
  isTabbable?: boolean
  handle?: Ref<AudioHandle> | undefined
}

/**
 * Plays a sound: play or pause, a position, ten seconds back and forward by buttons and by the arrow keys, and a speed
 * from 1 to 2 [9.04].
 */
export function AudioPlayer({ url, hasFailed, onRenew, label, seconds, isTabbable = true, handle }: Props) {
  const { t } = useTranslation('file')
  const { attach, events, failures, isPlaying, seconds: at, seek, step, toggle: play, setSpeed } = usePlayback(onRenew)
  const [measured, setMeasured] = useState(0)
  const length = seconds ?? measured
  const toggle = () => {
    if (!url) onRenew()
    play()
  }
  const skip = (by: number) => step(by, length || Infinity)
  useImperativeHandle(handle, () => ({ toggle, skip }))
  if (hasFailed || failures > 3) {
    return (
      <Callout kind="danger" urgent>
        {t(seconds === null ? 'problem.audio' : 'problem.recording')}
      </Callout>
    )
  }
  const tabIndex = isTabbable ? 0 : -1
  const PlayIcon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <div className={classes.player} role="group" aria-label={label} onKeyDown={(event) => skipByKey(event, skip)}>
      <Sound
        ref={attach}
        src={url ?? undefined}
        preload="metadata"
        {...events}
        onDurationChange={({ currentTarget: { duration } }) => setMeasured(Number.isFinite(duration) ? duration : 0)}
      />
      <ActionIcon
        className={classes.play}
        variant="filled"
        color="sage"
        size={40}
        radius="xl"
        tabIndex={tabIndex}
        aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
        onClick={toggle}
      >
        <PlayIcon size={20} aria-hidden />
      </ActionIcon>
      <Position at={at} length={length} tabIndex={tabIndex} onSeek={seek} />
      <span className={classes.buttons}>
        <SkipButton direction="back" tabIndex={tabIndex} onSkip={skip} />
        <SkipButton direction="forward" tabIndex={tabIndex} onSkip={skip} />
        <SpeedButton tabIndex={tabIndex} onSpeed={setSpeed} />
      </span>
    </div>
  )
}

/** Skips ten seconds by the arrow keys, wherever the focus is in the player. */
function skipByKey(event: KeyboardEvent, skip: (seconds: number) => void) {
  const by = { ArrowLeft: -skipSeconds, ArrowRight: skipSeconds }[event.key]
  if (by === undefined) return
  event.preventDefault()
  event.stopPropagation()
  skip(by)
}

type PositionProps = { at: number; length: number; tabIndex: number; onSeek: (seconds: number) => void }

function Position({ at, length, tabIndex, onSeek }: PositionProps) {
  const { t } = useTranslation('file')
  const [now, whole] = [formatSeconds(Math.min(at, Math.max(length, at))), formatSeconds(length)]
  return (
    <span className={classes.position}>
      <input
        type="range"
        min={0}
        max={Math.max(Math.round(length), 1)}
        value={Math.min(at, Math.round(length))}
        tabIndex={tabIndex}
        aria-label={t('player.position')}
        aria-valuetext={t('player.at', { now, whole })}
        onChange={({ currentTarget }) => onSeek(currentTarget.valueAsNumber)}
      />
      <span className={classes.times} aria-hidden>
        <span>{now}</span>
        <span>{whole}</span>
      </span>
    </span>
  )
}

function SpeedButton({ tabIndex, onSpeed }: { tabIndex: number; onSpeed: (speed: number) => void }) {
  const { t } = useTranslation('file')
  const [place, setPlace] = useState(0)
  const speed = new Intl.NumberFormat(currentLanguage()).format(speeds[place] ?? 1)
  const change = () => {
    const next = (place + 1) % speeds.length
    setPlace(next)
    onSpeed(speeds[next] ?? 1)
  }
  return (
    <Button
      className={classes.speed}
      variant="subtle"
      color="gray"
      size="compact-sm"
      tabIndex={tabIndex}
      aria-label={t('player.speed', { speed })}
      onClick={change}
    >
      {speed}×
    </Button>
  )
}
