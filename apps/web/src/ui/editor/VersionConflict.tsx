import { Button, Group } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../base/Callout.tsx'
import type { IconType } from '../page/status/StatusBadge.tsx'
import classes from './VersionConflict.module.css'

type Version = {
  /** Keeps this version. Undefined if it can no longer be kept. */
  onChoose: (() => void) | undefined
  /** What this version contains. Without it, the page shows the version elsewhere. */
  content?: ReactNode
}

type Props = {
  /** Says what changed, if it is more than that there are two versions. */
  title?: string
  /** Says what happened and what becomes of the other version, instead of the common sentence. */
  children?: ReactNode
  icon?: IconType
  mine: Version
  theirs: Version
  /** Whether the own version is being saved. */
  isSaving?: boolean
}

/**
 * Says that another version was saved elsewhere while this one was edited, and lets the person choose one of the two. Two contents are shown
 * side by side, each with its button.
 */
export function VersionConflict(props: Props) {
  return (
    <Suspense>
      <Conflict {...props} />
    </Suspense>
  )
}

type Side = Version & { side: 'mine' | 'theirs' }

function Conflict({ title, children, icon, mine, theirs, isSaving = false }: Props) {
  const { t } = useTranslation('versionConflict')
  const callout = { kind: 'warning', urgent: true, title: title ?? t('title'), ...(icon && { icon }) } as const
  const text = children ?? (title === undefined && t('text'))
  const button = (side: Side['side'], onChoose: Version['onChoose'], size: 'sm' | 'compact-sm' = 'sm') =>
    onChoose && (
      <Button
        variant="default"
        size={size}
        loading={side === 'mine' && isSaving}
        disabled={side === 'theirs' && isSaving}
        onClick={onChoose}
      >
        {t(side === 'mine' ? 'keepMine' : 'useTheirs')}
      </Button>
    )
  const both = (size: 'sm' | 'compact-sm') => (
    <Group gap="xs">
      {button('theirs', theirs.onChoose, size)}
      {button('mine', mine.onChoose, size)}
    </Group>
  )
  if (theirs.content === undefined)
    return (
      <Callout {...callout} action={both('compact-sm')}>
        {text}
      </Callout>
    )
  const isPair = mine.content !== undefined
  const sides: Side[] = isPair
    ? [
        { ...mine, side: 'mine' },
        { ...theirs, side: 'theirs' },
      ]
    : [{ ...theirs, side: 'theirs' }]
  return (
    <div className={classes.conflict}>
      <Callout {...callout}>{text}</Callout>
      <div className={isPair ? classes.sides : classes.only}>
        {sides.map(({ side, content, onChoose }) => (
          <section key={side} className={classes.side} aria-label={t(side)}>
            <h3>{t(side)}</h3>
            <div className={classes.content}>{content}</div>
            {isPair && button(side, onChoose)}
          </section>
        ))}
      </div>
      {!isPair && both('sm')}
    </div>
  )
}
