/**
 * An error that prevents a start, with a message for the person who starts the program. The program prints the message without a stack and
 * exits with code 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
