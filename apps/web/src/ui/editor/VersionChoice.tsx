import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../base/Callout.tsx'
import type { IconType } from '../page/status/StatusBadge.tsx'
import classes from './VersionChoice.module.css'

type Version = {
  /** Keeps this version. Undefined if this version can no longer be kept. */
  onChoose: (() => void) | undefined
  /** The content of this version. Without it, the page shows the version elsewhere. */
  content?: ReactNode
}

export type VersionChoiceProps = {
  /** A text that describes the change, instead of the general statement that there are two versions. */
  title?: string
  /** The text that says what happens to the other version, instead of the general sentence. */
  children?: ReactNode
  /** Replaces the icon of a warning. */
  icon?: IconType
  /** The version of this page. */
  mine: Version
  /** The other version, from the server or another tab. */
  theirs: Version
  /** Whether the version of this page is being saved. */
  isSaving?: boolean
}

/** The message, the contents and the buttons of `VersionConflict`. */
export function VersionChoice({ title, children, icon, ...versions }: VersionChoiceProps) {
  const { t } = useTranslation('versionConflict')
  const { mine, theirs } = versions
  const hasContent = theirs.content !== undefined
  const isPair = hasContent && mine.content !== undefined
  const callout = (
    <Callout
      kind="warning"
      urgent
      title={title ?? t('title')}
      action={!hasContent && <BothButtons {...versions} size="compact-sm" />}
      {...(icon && { icon })}
    >
      {children ?? (title === undefined && t('text'))}
    </Callout>
  )
  if (!hasContent) return callout
  return (
    <div className={classes.conflict}>
      {callout}
      <div className={isPair ? classes.sides : classes.only}>
        {(isPair ? sides : (['theirs'] as const)).map((side) => (
          <section key={side} className={classes.side} aria-label={t(side)}>
            <h3>{t(side)}</h3>
            <div className={classes.content}>{versions[side].content}</div>
            {isPair && <ChooseButton {...versions} side={side} />}
          </section>
        ))}
      </div>
      {!isPair && <BothButtons {...versions} />}
    </div>
  )
}

const sides = ['mine', 'theirs'] as const

type Versions = Pick<VersionChoiceProps, 'mine' | 'theirs' | 'isSaving'> & { size?: 'sm' | 'compact-sm' }

function BothButtons(versions: Versions) {
  return (
    <Group gap="xs">
      <ChooseButton {...versions} side="theirs" />
      <ChooseButton {...versions} side="mine" />
    </Group>
  )
}

function ChooseButton({ side, isSaving = false, size = 'sm', ...versions }: Versions & { side: 'mine' | 'theirs' }) {
  const { t } = useTranslation('versionConflict')
  const { onChoose } = versions[side]
  if (!onChoose) return null
  const isMine = side === 'mine'
  return (
    <Button
      variant="default"
      size={size}
      loading={isMine && isSaving}
      disabled={!isMine && isSaving}
      onClick={onChoose}
    >
      {t(isMine ? 'keepMine' : 'useTheirs')}
    </Button>
  )
}
