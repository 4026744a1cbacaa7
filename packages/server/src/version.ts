/** Of all packages of this repository; a test holds it equal to what they declare. */
export const VERSION = '0.1.0'
