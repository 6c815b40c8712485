import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Callout } from '../base/Callout.tsx'

type Props = {
  title: string
  children: ReactNode
  /** A version of the draft: the words of its button, and what choosing it does. */
  mine: { label: string; onChoose: () => void }
  theirs: { label: string; onChoose: () => void }
}

/** Says that another window saved a draft meanwhile, and lets the person choose one of the two versions. */
export function VersionConflict({ title, children, mine, theirs }: Props) {
  return (
    <Callout
      kind="warning"
      urgent
      title={title}
      action={
        <Group gap="xs">
          {[theirs, mine].map(({ label, onChoose }) => (
            <Button key={label} variant="default" size="compact-sm" onClick={onChoose}>
              {label}
            </Button>
          ))}
        </Group>
      }
    >
      {children}
    </Callout>
  )
}
