/** The specification's texts, letter for letter, with our own for what it leaves open. */

/** Of the values of fields, by section 5 of the specification. */
export const fieldMessages = {
  emailRequired: 'Email is required',
  emailNotValid: 'Email not valid',
  emailOk: 'Email OK',
  passwordRequired: 'Password is required',
  passwordsDiffer: 'Passwords do not match',
  repeatRequired: 'Repeat password is required',
  nameRequired: 'Name is required',
  newPasswordRequired: 'New password is required',
  newPasswordOk: 'New password OK',
  nowRepeat: 'Now repeat the new password...',
  newPasswordsDiffer: 'New passwords do not match',
  repeatNewRequired: 'Repeat new password is required',
  newRepeatOk: 'New password repeat OK',
} as const

export const messages = {
  email: 'Email',
  password: 'Password',
  repeatPassword: 'Repeat password',
  name: 'Name',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatNewPassword: 'Repeat new password',
  newEmail: 'New email',
  toSignIn: 'Back to sign in',

  login: {
    title: 'Sign in or create an account',
    forMembers: 'This library is for its members.',
    submit: 'Sign in',
    forgot: 'Forgot password?',
    newHere: 'New here?',
    register: 'Create an account',
    failed: 'Login failed',
  },
  resend: {
    title: 'Email not confirmed',
    text: 'Please confirm your email before logging in. Would you like to resend the confirmation email?',
    submit: 'Resend',
    done: 'Confirmation email resent!',
    failed: 'Confirmation email resending failed',
  },
  register: {
    windowTitle: 'Register',
    title: 'Create an account',
    intro: 'With an account you keep a library of your own, on every device.',
    emailHint: 'We send a link to it, to confirm that it is yours.',
    submit: 'Register',
    haveOne: 'Have an account already?',
    done: {
      title: 'Registration successful!',
      text: 'Please check your inbox: follow the link in our email to confirm your address, then sign in.',
    },
    failed: { title: 'Registration failed', text: 'Registration failed, unexpected error' },
    invitationEnded: 'This invitation cannot be used',
    closed: {
      title: 'Registration is closed',
      text: 'Nobody can make an account here by themselves. Ask an administrator of this library for one.',
    },
    byInvitation: {
      title: 'By invitation only',
      text: 'An account here needs an invitation. Ask an administrator of this library for one, and follow the link in it.',
    },
  },
  confirmEmail: {
    windowTitle: 'Confirm email',
    title: 'Confirm your email',
    text: 'One step is left: confirm that this address is yours.',
    done: {
      title: 'Email confirmed',
      text: 'You can now log in with the email and password that you chose.',
    },
    failed: { title: 'Email confirmation failed', text: 'Email confirmation failed, unexpected error' },
  },
  confirmChangeEmail: {
    windowTitle: 'Confirm change email',
    title: 'Confirm your new email',
    text: 'From then on you log in with this address:',
    done: {
      title: 'Changing email confirmed',
      text: 'Please log in with your new email and your old password.',
    },
    failed: {
      title: 'Changing email confirmation failed',
      text: 'Changing email confirmation failed, unexpected error',
    },
  },
  confirm: { submit: 'Confirm', notValid: 'Parameters not valid' },
  forgotPassword: {
    windowTitle: 'Forgot password',
    title: 'Forgot password?',
    intro: 'Tell us your email, and we send you a link to choose a new password.',
    submit: 'Send reset link',
    done: (email: string) => ({
      title: 'Password Reset Link Sent',
      text: `If an account exists for ${email}, a password reset link has been sent to your inbox. In case, check your spam folder.`,
    }),
    failed: {
      title: 'Forgot password process error',
      text: 'Unable to reset password. The email could not be processed',
    },
  },
  resetPassword: {
    title: 'Choose a new password',
    intro: (email: string) => `For the account of ${email}`,
    submit: 'Reset password',
    done: {
      title: 'Password Reset Success!',
      text: 'Your password has been successfully reset. You can now log in with your new password.',
    },
    failed: {
      title: 'Password Reset error',
      text: 'Unable to reset password. The link may have expired or the token is invalid.',
    },
  },
} as const

export const profileMessages = {
  title: 'User Profile',
  information: 'Information',
  edit: 'Edit',
  save: 'Save',
  updated: 'Profile updated',
  updateFailed: 'Profile update error',
  subscription: 'Subscription',
  noSubscription: 'There is nothing here yet.',
  account: 'Account',
  logOut: 'Log out',
  logOutText: 'On this browser only.',
  logOutEverywhere: 'Log out from all devices',
  logOutEverywhereText: 'Here and wherever else you are signed in.',
  logOutEverywhereFailed: 'Log out from all devices error',
  deleteAccount: 'Delete account',
  deleteAccountText: 'Your profile and your library, for good.',
} as const

export const dialogMessages = {
  changeEmail: {
    title: 'Change email',
    text: 'We send a link to the new address. Your email changes once you follow it.',
    submit: 'Change email',
    failed: 'Changing email failed',
    done: {
      title: 'Email changing confirmation sent!',
      text: 'We have sent a link to your new email, and a notice to your old one. Follow the link to confirm the change, then log in again with the new email.',
    },
  },
  changePassword: {
    title: 'Change password',
    text: 'You stay signed in here, and are signed out everywhere else.',
    submit: 'Change password',
    failed: 'Changing password failed',
    done: { title: 'Password changed!', text: 'Use your new password the next time you log in.' },
  },
  deleteAccount: {
    title: 'Delete account',
    text: 'Your profile and your library are deleted for good. Nobody can bring them back.',
    submit: 'Delete account',
    failed: 'Deleting account failed',
    done: { title: 'Account deleted!', text: 'Your account and all that belonged to it are gone.' },
  },
} as const
