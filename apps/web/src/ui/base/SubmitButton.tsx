import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { WaitingForConnection } from './WaitingForConnection.tsx'

type Props = {
  running: boolean
  children: ReactNode
  fullWidth?: boolean
  size?: 'sm' | 'md'
  leftSection?: ReactNode
  disabled?: boolean
}

/**
 * A button that submits a form. While the form is being sent, another click has no effect. If the connection is lost in
 * that time, a text below the button says that the form will be sent later.
 */
export function SubmitButton({ running, children, fullWidth, size = 'md', leftSection, disabled }: Props) {
  return (
    <div>
      <Button
        type="submit"
        loading={running}
        disabled={disabled}
        fullWidth={fullWidth}
        size={size}
        leftSection={leftSection}
      >
        {children}
      </Button>
      <WaitingForConnection running={running} />
    </div>
  )
}
