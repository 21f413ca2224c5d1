; A cartridge has two banks: another is refused.
        bank    0
        fcb     1               ; = 01
        bank    2               ; error E030: there is no bank 2
                                ; hint: a cartridge has the banks 0 and 1
        version 2               ; error E030: versions are not known
                                ; hint: assemble each version with -D
