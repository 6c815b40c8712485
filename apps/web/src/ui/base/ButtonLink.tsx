import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps> & ButtonProps

/** A link within the app that looks like a button. */
export const ButtonLink = createLink((props: Props) => <Button component="a" {...props} />)
