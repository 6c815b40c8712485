import { Button, TextInput } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import classes from '../call.module.css'
import { CallPicture } from '../view/CallPicture.tsx'
import { browserProblem, isMirroredCamera, rememberedDevice } from '../engine/devices.ts'
import type { OwnMedia } from '../engine/own-media.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import { playTestSound, useLevel } from './level.ts'
import { ProblemNotices, SilencedNotices } from './ProblemNotices.tsx'
import { useDevices } from './use-devices.ts'

type Props = {
  /** The name of the other person in the call, in the form in which the viewer may see it. */
  name: string
  media: OwnMedia
  /** Whether the other person is in the call already. */
  isThere: boolean
  /** A text with the names of the people who wait for the call; given if the call is with several people. */
  presence?: string | undefined
  /** Whether the client must enter the place where they are, for an emergency. */
  asksWhereabouts: boolean
  /** Whether the person chooses the name that the others in the call see. */
  asksCallName: boolean
  /** The first name of the client for whom a guardian takes part; null for all others. */
  guardianOf: string | null
  /** The emergency numbers, for a client. */
  emergency?: ReactNode
  isJoining: boolean
  /** The reason why joining was refused. */
  refusal?: string | undefined
  onJoin: (answers: CallAnswers) => void
}

/** A client's answers on the page before a call. */
export type CallAnswers = { whereabouts?: string; callName?: string }

/** The page before a call: the person's own picture and sound, the choice of devices, and notices about problems with them. */
export function BeforeCall(props: Props) {
  const { name, media, isThere, presence, guardianOf, emergency, isJoining, refusal, onJoin } = props
  const { t } = useTranslation('call')
  const own = useStore(media.store)
  const questions = useQuestions(props)
  const canCall = browserProblem() === null
  useEffect(() => {
    if (canCall) void media.open(true)
  }, [media, canCall])
  const isReady = canCall && !own.isOpening && questions.isAnswered
  return (
    <div className={classes.before}>
      <OwnPreview media={media} />
      <div className={classes.entry}>
        <h1 className={classes.title}>{t('before.title', { name })}</h1>
        <p className={classes.dim}>{presence ?? t(isThere ? 'before.there' : 'before.notThere', { name })}</p>
        {guardianOf !== null && <p className={classes.dim}>{t('before.guardian', { client: guardianOf })}</p>}
        {refusal && (
          <Callout kind="warning" urgent>
            {refusal}
          </Callout>
        )}
        {canCall && own.problems && <ProblemNotices problems={own.problems} onRetry={() => void media.open(true)} />}
        <SilencedNotices silenced={own.silenced} />
        {!canCall && <ProblemNotices problems={{}} onRetry={() => {}} />}
        {questions.inputs}
        <JoinButtons media={media} isReady={isReady} isJoining={isJoining} onJoin={() => onJoin(questions.answers)} />
        <p className={classes.dim}>{t('before.neverRecorded')}</p>
        {emergency}
      </div>
      <DeviceChoices media={media} />
    </div>
  )
}

type Asked = Pick<Props, 'name' | 'asksWhereabouts' | 'asksCallName' | 'guardianOf'>

/** The inputs of the questions before the call, and the answers to them. */
function useQuestions({ name, asksWhereabouts, asksCallName, guardianOf }: Asked) {
  const { t } = useTranslation('call')
  const [whereabouts, setWhereabouts] = useState('')
  const [callName, setCallName] = useState('')
  const hint =
    guardianOf === null ? t('before.whereHint', { name }) : t('before.guardianWhereHint', { name, client: guardianOf })
  return {
    isAnswered: (!asksWhereabouts || whereabouts.trim() !== '') && (!asksCallName || callName.trim() !== ''),
    answers: {
      ...(asksWhereabouts && { whereabouts: whereabouts.trim() }),
      ...(asksCallName && { callName: callName.trim() }),
    },
    inputs: (
      <>
        {asksCallName && <CallNameInput isGuardian={guardianOf !== null} value={callName} onChange={setCallName} />}
        {asksWhereabouts && <WhereaboutsInput hint={hint} value={whereabouts} onChange={setWhereabouts} />}
      </>
    ),
  }
}

function CallNameInput(props: { isGuardian: boolean; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('call')
  const { isGuardian, value, onChange } = props
  return (
    <TextInput
      label={t('before.callName')}
      description={t(isGuardian ? 'before.guardianNameHint' : 'before.callNameHint')}
      maxLength={40}
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function WhereaboutsInput(props: { hint: string; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('call')
  const { hint, value, onChange } = props
  return (
    <TextInput
      label={t('before.where')}
      description={hint}
      placeholder={t('before.whereExample')}
      maxLength={200}
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function JoinButtons(props: { media: OwnMedia; isReady: boolean; isJoining: boolean; onJoin: () => void }) {
  const { t } = useTranslation('call')
  const { media, isReady, isJoining, onJoin } = props
  const own = useStore(media.store)
  return (
    <div className={classes.joinRow}>
      <div className={classes.join}>
        <Button
          fullWidth
          size="md"
          leftSection={<IconVideo size={18} aria-hidden />}
          disabled={!isReady}
          loading={isJoining}
          onClick={onJoin}
        >
          {t('before.join')}
        </Button>
      </div>
      {own.camera && (
        <Button
          size="md"
          variant="default"
          disabled={!isReady || isJoining}
          onClick={() => void media.switchCamera(false).then(onJoin)}
        >
          {t('before.joinWithoutCamera')}
        </Button>
      )}
    </div>
  )
}

function OwnPreview({ media }: { media: OwnMedia }) {
  const { t } = useTranslation('call')
  const own = useStore(media.store)
  return (
    <div className={classes.column}>
      <div className={classes.preview}>
        {own.camera ? (
          <CallPicture label={t('own')} source={own.camera} isMirrored={isMirroredCamera(own.camera)} />
        ) : (
          <div className={classes.off}>
            <IconVideoOff size={28} stroke={1.5} aria-hidden />
            {t(own.isOpening ? 'before.opening' : 'cameraIsOff')}
          </div>
        )}
      </div>
      <div className={classes.row}>
        <Button
          variant="default"
          disabled={!own.microphone}
          aria-pressed={own.isMuted}
          leftSection={
            own.isMuted ? <IconMicrophoneOff size={18} aria-hidden /> : <IconMicrophone size={18} aria-hidden />
          }
          onClick={() => media.mute(!own.isMuted)}
        >
          {t('mute')}
        </Button>
        <Button
          variant="default"
          disabled={own.isOpening || browserProblem() !== null}
          onClick={() => void media.switchCamera(!own.camera)}
        >
          {t(own.camera ? 'cameraOff' : 'cameraOn')}
        </Button>
        <LevelMeter microphone={own.isMuted ? null : own.microphone} />
      </div>
    </div>
  )
}

/** The choice of devices. It comes last, because not everyone needs it: on a phone it is below the first screen. */
function DeviceChoices({ media }: { media: OwnMedia }) {
  const { t } = useTranslation('call')
  const own = useStore(media.store)
  const devices = useDevices(own.camera ?? own.microphone)
  const [speaker, setSpeaker] = useState(() => rememberedDevice('speaker')?.id)
  return (
    <div className={classes.column}>
      <DeviceChoice kind="camera" devices={devices.camera} onChoose={() => void media.reopen('camera')} />
      <DeviceChoice kind="microphone" devices={devices.microphone} onChoose={() => void media.reopen('microphone')} />
      <DeviceChoice kind="speaker" devices={devices.speaker} onChoose={({ id }) => setSpeaker(id)} />
      <div>
        <Button variant="default" onClick={() => void playTestSound(speaker)}>
          {t('before.testSound')}
        </Button>
      </div>
    </div>
  )
}

function LevelMeter({ microphone }: { microphone: MediaStreamTrack | null }) {
  const { t } = useTranslation('call')
  const level = useLevel(microphone)
  return (
    <div
      className={classes.level}
      role="meter"
      aria-label={t('before.level')}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={level}
    >
      <div className={classes.levelBar} style={{ transform: `scaleX(${level})` }} />
    </div>
  )
}
