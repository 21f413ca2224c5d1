; A cartridge has two banks; other numbers are refused.
        bank    0
        fcb     1               ; = 01
        bank    2               ; error E030: there is no bank 2
                                ; hint: use bank 0 or bank 1
        version 2               ; error E030: the VERSION directive is not supported
                                ; hint: use the option -D to assemble each version
