; An image has one bank: bank 0 is it, another is refused with what to do.
        bank    0
        fcb     1               ; = 01
        bank    1               ; error E030: an image has one bank
                                ; hint: assemble each bank separately, then join the images
        version 2               ; error E030: an image has one bank
