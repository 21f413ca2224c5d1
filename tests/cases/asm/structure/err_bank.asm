; An image has one bank: bank 0 is it, another is refused with what to do.
        bank    0
        fcb     1               ; = 01
        bank    1               ; error E030: images of several banks cannot be made
                                ; hint: assemble each bank by itself, and join the images
        version 2               ; error E030: images of several banks cannot be made
