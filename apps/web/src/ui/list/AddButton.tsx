import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = Pick<ButtonProps, 'mt'> & { onClick: () => void; children: ReactNode }

/** The small button of a section or a list that adds an item. */
export function AddButton({ mt, onClick, children }: Props) {
  return (
    <Button
      mt={mt}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
